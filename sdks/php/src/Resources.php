<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom;

/** The resources of a client. */
abstract class Resources
{
    public readonly Resource\Account $account;
    public readonly Resource\Keys $keys;
    public readonly Resource\Audits $audits;
    public readonly Resource\Messages $messages;
    public readonly Resource\Contacts $contacts;
    public readonly Resource\Lists $lists;
    public readonly Resource\Conversations $conversations;
    public readonly Resource\Consents $consents;
    public readonly Resource\Erasures $erasures;
    public readonly Resource\Reviews $reviews;
    public readonly Resource\Broadcasts $broadcasts;
    public readonly Resource\Verifications $verifications;
    public readonly Resource\Numbers $numbers;
    public readonly Resource\Registrations $registrations;
    public readonly Resource\Reports $reports;
    public readonly Resource\Webhooks $webhooks;
    public readonly Resource\Events $events;
    public readonly Resource\Carriers $carriers;

    public function __construct(Core $core)
    {
        $this->account = new Resource\Account($core);
        $this->keys = new Resource\Keys($core);
        $this->audits = new Resource\Audits($core);
        $this->messages = new Resource\Messages($core);
        $this->contacts = new Resource\Contacts($core);
        $this->lists = new Resource\Lists($core);
        $this->conversations = new Resource\Conversations($core);
        $this->consents = new Resource\Consents($core);
        $this->erasures = new Resource\Erasures($core);
        $this->reviews = new Resource\Reviews($core);
        $this->broadcasts = new Resource\Broadcasts($core);
        $this->verifications = new Resource\Verifications($core);
        $this->numbers = new Resource\Numbers($core);
        $this->registrations = new Resource\Registrations($core);
        $this->reports = new Resource\Reports($core);
        $this->webhooks = new Resource\Webhooks($core);
        $this->events = new Resource\Events($core);
        $this->carriers = new Resource\Carriers($core);
    }
}
