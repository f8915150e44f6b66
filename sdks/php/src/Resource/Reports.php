<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Counts of messages.
 *
 * @phpstan-type ReportRow array{
 *     period: string|null,
 *     group: string|null,
 *     messages: int,
 *     segments: int,
 *     scheduled: int,
 *     queued: int,
 *     sent: int,
 *     delivered: int,
 *     undelivered: int,
 *     failed: int,
 *     expired: int,
 *     unconfirmed: int,
 *     canceled: int,
 *     received: int,
 *     delivery_rate: float|null,
 * }
 * @phpstan-type ReportTotal array{
 *     messages: int,
 *     segments: int,
 *     scheduled: int,
 *     queued: int,
 *     sent: int,
 *     delivered: int,
 *     undelivered: int,
 *     failed: int,
 *     expired: int,
 *     unconfirmed: int,
 *     canceled: int,
 *     received: int,
 *     delivery_rate: float|null,
 * }
 * @phpstan-type Report array{
 *     start: string,
 *     end: string,
 *     time_zone: string,
 *     interval: 'hour'|'day'|'week'|'month'|null,
 *     group_by: 'status'|'purpose'|'from'|'campaign'|'country'|'list'|null,
 *     data: list<ReportRow>,
 *     totals: ReportTotal,
 * }
 */
final class Reports
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Counts messages by creation time and by a property that they share; the counts match a search for messages exactly, apart from deleted messages, which they still include.
     *
     * @param string|\DateTimeInterface|null $start Messages created at or after this time, rounded down to a quarter of an hour; seven days before the end if empty; at most 92 days before the end if the interval is hour, and otherwise 3,653 days; a report has at most 25,000 rows.
     * @param string|\DateTimeInterface|null $end Messages created before this time, rounded up to a quarter of an hour; now if empty.
     * @param 'hour'|'day'|'week'|'month'|null $interval Length of the periods to count separately.
     * @param 'status'|'purpose'|'from'|'campaign'|'country'|'list'|null $groupBy Property to group the messages by.
     * @param string|null $timeZone IANA name of the time zone for the periods; the account's time zone if empty.
     * @param 'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'|null $status Only messages with this status.
     * @param 'notification'|'otp'|'marketing'|'alert'|null $purpose Only messages of this purpose.
     * @param string|null $from Only messages sent from this number or name of the account.
     * @param string|null $campaignId Only messages of this campaign.
     * @param string|null $country Only messages to or from this country.
     * @param string|null $listId Only messages to contacts on this list.
     * @return Report
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string|\DateTimeInterface|null $start = null,
        string|\DateTimeInterface|null $end = null,
        ?string $interval = null,
        ?string $groupBy = null,
        ?string $timeZone = null,
        ?string $status = null,
        ?string $purpose = null,
        ?string $from = null,
        ?string $campaignId = null,
        ?string $country = null,
        ?string $listId = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/reports',
            query: ['start' => $start, 'end' => $end, 'interval' => $interval, 'group_by' => $groupBy, 'time_zone' => $timeZone, 'status' => $status, 'purpose' => $purpose, 'from' => $from, 'campaign_id' => $campaignId, 'country' => $country, 'list_id' => $listId],
            proof: ['start' => 'string'],
        );
    }
}
