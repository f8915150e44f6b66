<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The account that an API key belongs to.
 *
 * @phpstan-type AccountRepliesInOneLanguage array{
 *     language: 'en'|'es'|'fr'|'de'|'it'|'pt'|'nl',
 *     stop?: string|null,
 *     start?: string|null,
 *     help?: string|null,
 *     confirmation?: string|null,
 * }
 * @phpstan-type AccountKeywords array{
 *     stop: list<string>,
 *     start: list<string>,
 *     help: list<string>,
 * }
 * @phpstan-type AccountQuietHours array{
 *     start: string,
 *     end: string,
 * }
 * @phpstan-type AccountRetention array{
 *     otp_text_hours: int|null,
 *     text_days: int|null,
 *     message_days: int|null,
 * }
 * @phpstan-type Account array{
 *     id: string,
 *     name: string,
 *     default_country: string,
 *     time_zone: string,
 *     brand: string|null,
 *     support_contact: string|null,
 *     language: 'en'|'es'|'fr'|'de'|'it'|'pt'|'nl',
 *     replies: list<AccountRepliesInOneLanguage>,
 *     keywords: AccountKeywords,
 *     opt_out_scope: 'account'|'number',
 *     quiet_hours: AccountQuietHours,
 *     verification_countries: list<string>|null,
 *     verifications_per_day: int|null,
 *     retention: AccountRetention,
 *     scope: 'read'|'send'|'admin',
 *     created_at: string,
 * }
 */
final class Account
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Gets the account that the API key belongs to, its settings, and the scope of the key.
     *
     * @return Account
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(): array
    {
        return $this->core->request(
            'GET',
            '/account',
            proof: ['id' => 'string'],
        );
    }

    /**
     * Changes the given settings of the account and keeps the others.
     *
     * @param string|null $name Name of the account.
     * @param string|null $defaultCountry Country of phone numbers without a country code, as two letters such as US.
     * @param string|null $timeZone IANA name of the time zone.
     * @param string|null|Omitted $brand Name that recipients know you by, for automatic replies and codes.
     * @param string|null|Omitted $supportContact Where recipients get help: a phone number, an email address or a website.
     * @param 'en'|'es'|'fr'|'de'|'it'|'pt'|'nl'|null $language Language of the texts that the service writes to recipients, unless their own text shows another one.
     * @param list<array{language: 'en'|'es'|'fr'|'de'|'it'|'pt'|'nl', stop?: string|null, start?: string|null, help?: string|null, confirmation?: string|null}>|null $replies Your own automatic replies, by language; {{brand}} and {{support_contact}} insert these settings, and an empty reply means the standard one (language, stop, start, help, confirmation).
     * @param array{stop: list<string>, start: list<string>, help: list<string>}|null $keywords Your own keywords, in addition to the standard ones (stop, start, help).
     * @param 'account'|'number'|null $optOutScope Whether a STOP applies to all numbers of the account or only to the number that received it.
     * @param array{start: string, end: string}|null $quietHours When no marketing goes out, in the recipient's time (start, end).
     * @param list<string>|null|Omitted $verificationCountries Countries whose numbers can get verification codes; all countries if empty.
     * @param int|null|Omitted $verificationsPerDay Number of codes that the account can send in 24 hours; no limit if empty.
     * @param array{otp_text_hours: int|null, text_days: int|null, message_days: int|null}|null $retention How long the service keeps the texts of messages and the messages after they are final; it keeps them forever if a value is empty (otp_text_hours, text_days, message_days).
     * @return Account
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function update(
        ?string $name = null,
        ?string $defaultCountry = null,
        ?string $timeZone = null,
        string|null|Omitted $brand = Omitted::Value,
        string|null|Omitted $supportContact = Omitted::Value,
        ?string $language = null,
        ?array $replies = null,
        ?array $keywords = null,
        ?string $optOutScope = null,
        ?array $quietHours = null,
        array|null|Omitted $verificationCountries = Omitted::Value,
        int|null|Omitted $verificationsPerDay = Omitted::Value,
        ?array $retention = null,
    ): array
    {
        return $this->core->request(
            'PATCH',
            '/account',
            body: ['name' => $name, 'default_country' => $defaultCountry, 'time_zone' => $timeZone, 'brand' => $brand, 'support_contact' => $supportContact, 'language' => $language, 'replies' => Core::toObjects($replies), 'keywords' => Core::toObject($keywords), 'opt_out_scope' => $optOutScope, 'quiet_hours' => Core::toObject($quietHours), 'verification_countries' => $verificationCountries, 'verifications_per_day' => $verificationsPerDay, 'retention' => Core::toObject($retention)],
            nullable: ['brand', 'support_contact', 'verification_countries', 'verifications_per_day'],
            proof: ['id' => 'string'],
        );
    }
}
