<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Brands and campaigns that are registered for marketing in the US (10DLC).
 *
 * @phpstan-type RegistrationBrand array{
 *     legal_name: string,
 *     entity_type: 'PRIVATE_PROFIT'|'PUBLIC_PROFIT'|'NON_PROFIT'|'GOVERNMENT'|'SOLE_PROPRIETOR',
 *     ein?: string,
 *     vertical: 'AGRICULTURE'|'COMMUNICATION'|'CONSTRUCTION'|'EDUCATION'|'ENERGY'|'ENTERTAINMENT'|'FINANCIAL'|'GAMBLING'|'GOVERNMENT'|'HEALTHCARE'|'HOSPITALITY'|'HUMAN_RESOURCES'|'INSURANCE'|'LEGAL'|'MANUFACTURING'|'NGO'|'POLITICAL'|'POSTAL'|'PROFESSIONAL'|'REAL_ESTATE'|'RETAIL'|'TECHNOLOGY'|'TRANSPORTATION',
 *     website: string,
 *     street: string,
 *     city: string,
 *     region: string,
 *     postal_code: string,
 *     country: string,
 *     email: string,
 *     phone: string,
 * }
 * @phpstan-type RegistrationCampaign array{
 *     use_case: '2FA'|'ACCOUNT_NOTIFICATION'|'CUSTOMER_CARE'|'DELIVERY_NOTIFICATION'|'FRAUD_ALERT'|'HIGHER_EDUCATION'|'LOW_VOLUME'|'MARKETING'|'MIXED'|'POLLING_VOTING'|'PUBLIC_SERVICE_ANNOUNCEMENT'|'SECURITY_ALERT',
 *     description: string,
 *     message_flow: string,
 *     samples: list<string>,
 *     opt_in_message: string,
 *     opt_out_message: string,
 *     help_message: string,
 *     privacy_policy_url: string,
 *     terms_url: string,
 *     has_links?: bool,
 *     has_phone_numbers?: bool,
 * }
 * @phpstan-type RegistrationRejections array{
 *     pointer: string,
 *     detail: string,
 * }
 * @phpstan-type Registration array{
 *     id: string,
 *     status: 'pending'|'approved'|'rejected',
 *     brand: RegistrationBrand,
 *     campaign: RegistrationCampaign,
 *     number_ids: list<string>,
 *     rejections: list<RegistrationRejections>,
 *     submitted_at: string,
 *     decision_by: string,
 *     decided_at: string|null,
 * }
 * @phpstan-type RegistrationPage array{
 *     data: list<Registration>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Registrations
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Registers a brand and its campaign with the simulated registry, which decides within 36 hours; for real texts from US local numbers (10DLC), also register at the carrier.
     *
     * @param array{legal_name: string, entity_type: 'PRIVATE_PROFIT'|'PUBLIC_PROFIT'|'NON_PROFIT'|'GOVERNMENT'|'SOLE_PROPRIETOR', ein?: string, vertical: 'AGRICULTURE'|'COMMUNICATION'|'CONSTRUCTION'|'EDUCATION'|'ENERGY'|'ENTERTAINMENT'|'FINANCIAL'|'GAMBLING'|'GOVERNMENT'|'HEALTHCARE'|'HOSPITALITY'|'HUMAN_RESOURCES'|'INSURANCE'|'LEGAL'|'MANUFACTURING'|'NGO'|'POLITICAL'|'POSTAL'|'PROFESSIONAL'|'REAL_ESTATE'|'RETAIL'|'TECHNOLOGY'|'TRANSPORTATION', website: string, street: string, city: string, region: string, postal_code: string, country: string, email: string, phone: string} $brand Business that sends the messages (legal_name, entity_type, ein, vertical, website, street, city, region, postal_code, country, email, phone).
     * @param array{use_case: '2FA'|'ACCOUNT_NOTIFICATION'|'CUSTOMER_CARE'|'DELIVERY_NOTIFICATION'|'FRAUD_ALERT'|'HIGHER_EDUCATION'|'LOW_VOLUME'|'MARKETING'|'MIXED'|'POLLING_VOTING'|'PUBLIC_SERVICE_ANNOUNCEMENT'|'SECURITY_ALERT', description: string, message_flow: string, samples: list<string>, opt_in_message: string, opt_out_message: string, help_message: string, privacy_policy_url: string, terms_url: string, has_links?: bool, has_phone_numbers?: bool} $campaign Purpose of the messages (use_case, description, message_flow, samples, opt_in_message, opt_out_message, help_message, privacy_policy_url, terms_url, has_links, has_phone_numbers).
     * @param list<string>|null $numberIds IDs of the numbers to add to the campaign.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Registration
     * @throws ApiException limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function submit(
        array $brand,
        array $campaign,
        ?array $numberIds = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/registrations',
            body: ['brand' => Core::toObject($brand), 'campaign' => Core::toObject($campaign), 'number_ids' => $numberIds],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Gets one registration and the decision of the registry.
     *
     * @param string $id ID of the registration.
     * @return Registration
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/registrations/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the registrations of the account, newest first.
     *
     * @param 'pending'|'approved'|'rejected'|null $status Only registrations with this status.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return RegistrationPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $status = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/registrations',
            query: ['status' => $status, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }
}
