<?php

// Generated from the contract by `npm run generate`; do not edit.

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
 * @phpstan-type ReportTotals array{
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
 *     totals: ReportTotals,
 * }
 */
final class Reports
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Counts messages by when they were created and by what they have in common, exactly as the search of messages finds them.
     *
     * @param string|null $start Messages from this time on, down to a whole quarter of an hour; seven days before the end if empty.
     * @param string|null $end Messages before this time, up to a whole quarter of an hour; now if empty.
     * @param 'hour'|'day'|'week'|'month'|null $interval Whether to tell each hour, day, week or month apart.
     * @param 'status'|'purpose'|'from'|'campaign'|'country'|'list'|null $groupBy What to tell apart.
     * @param string|null $timeZone IANA name of the zone whose days are counted; the account's if empty.
     * @param 'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'|null $status Only messages with this status.
     * @param 'notification'|'otp'|'marketing'|'alert'|null $purpose Only messages of this purpose.
     * @param string|null $from Only messages sent from this number or name of the account.
     * @param string|null $campaignId Only messages of this campaign.
     * @param string|null $country Only messages to or from this country.
     * @param string|null $listId Only messages to contacts on this list.
     * @return Report
     * @throws ApiException One that any call may meet.
     * @throws NetworkException No answer arrived.
     */
    public function get(
        ?string $start = null,
        ?string $end = null,
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
        );
    }
}
