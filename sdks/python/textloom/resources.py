"""Every operation of the API. Generated from the contract by `npm run generate`. Do not edit."""

# Only the contract knows the types of responses.
# mypy: disable-error-code="no-any-return"

import typing as t
from datetime import datetime

from . import types
from .core import OMITTED, Core, Omitted, key_or_new, quote


class Account:
    """The account that an API key belongs to."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get(
        self,
    ) -> types.Account:
        """Gets the account that the API key belongs to, its settings, and the scope of the key.

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/account",
            proof=("id", str),
        )

    def update(
        self,
        *,
        name: t.Optional[str] = None,
        default_country: t.Optional[str] = None,
        time_zone: t.Optional[str] = None,
        brand: t.Union[str, None, Omitted] = OMITTED,
        support_contact: t.Union[str, None, Omitted] = OMITTED,
        language: t.Optional[t.Literal["en", "es", "fr", "de", "it", "pt", "nl"]] = None,
        replies: t.Optional[t.Sequence[types.AccountRepliesInOneLanguageInput]] = None,
        keywords: t.Optional[types.AccountKeywordsInput] = None,
        opt_out_scope: t.Optional[t.Literal["account", "number"]] = None,
        quiet_hours: t.Optional[types.AccountQuietHoursInput] = None,
        verification_countries: t.Union[t.Sequence[str], None, Omitted] = OMITTED,
        verifications_per_day: t.Union[int, None, Omitted] = OMITTED,
        retention: t.Optional[types.AccountRetentionInput] = None,
    ) -> types.Account:
        """Changes the given settings of the account and keeps the others.

        Args:
            name: Name of the account.
            default_country: Country of phone numbers without a country code, as two letters such as US.
            time_zone: IANA name of the time zone.
            brand: Name that recipients know you by, for automatic replies and codes.
            support_contact: Where recipients get help: a phone number, an email address or a website.
            language: Language of the texts that the service writes to recipients, unless their own text shows another one.
            replies: Your own automatic replies, by language; {{brand}} and {{support_contact}} insert these settings, and an empty reply means the standard one (language, stop, start, help, confirmation).
            keywords: Your own keywords, in addition to the standard ones (stop, start, help).
            opt_out_scope: Whether a STOP applies to all numbers of the account or only to the number that received it.
            quiet_hours: When no marketing goes out, in the recipient's time (start, end).
            verification_countries: Countries whose numbers can get verification codes; all countries if empty.
            verifications_per_day: Number of codes that the account can send in 24 hours; no limit if empty.
            retention: How long the service keeps the texts of messages and the messages after they are final; it keeps them forever if a value is empty (otp_text_hours, text_days, message_days).

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            "/account",
            body={"name": name, "default_country": default_country, "time_zone": time_zone, "brand": brand, "support_contact": support_contact, "language": language, "replies": replies, "keywords": keywords, "opt_out_scope": opt_out_scope, "quiet_hours": quiet_hours, "verification_countries": verification_countries, "verifications_per_day": verifications_per_day, "retention": retention},
            nullable=["brand","support_contact","verification_countries","verifications_per_day"],
            proof=("id", str),
        )


class Keys:
    """The API keys of an account."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        name: str,
        scope: t.Literal["read", "send", "admin"],
        expires_at: t.Union[str, datetime, None, Omitted] = OMITTED,
        idempotency_key: t.Optional[str] = None,
    ) -> types.ApiKeyWithItsValue:
        """Creates an API key for the account; only this response shows the key itself.

        Args:
            name: What the key is for.
            scope: What the key may do; each scope includes the ones before it.
            expires_at: When the key stops working, at most 1826 days (5 years) ahead; never if empty.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/keys",
            body={"name": name, "scope": scope, "expires_at": expires_at},
            nullable=["expires_at"],
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def list(
        self,
        *,
        expires_after: t.Optional[t.Union[str, datetime]] = None,
        expires_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ApiKeyPage:
        """Lists the API keys of the account, newest first, including expired keys, but not revoked ones.

        Args:
            expires_after: Only keys that expire at or after this time.
            expires_before: Only keys that expire before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/keys",
            query={"expires_after": expires_after, "expires_before": expires_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def rotate(
        self,
        id: str,
        *,
        overlap_hours: t.Optional[int] = None,
        expires_at: t.Union[str, datetime, None, Omitted] = OMITTED,
        idempotency_key: t.Optional[str] = None,
    ) -> types.NewApiKeyWithItsValue:
        """Creates a key with the same name and scope; the old key works for an overlap that you choose, so that your programs can change to the new one. Only this response shows the new key itself. You can rotate a key once; after that, rotate the key that replaced it.

        Args:
            id: ID of the API key to replace.
            overlap_hours: How many hours the old key still works, unless it expires earlier; 0 revokes it, within a second. If you rotate the key that sends this request, the minimum is 1.
            expires_at: When the new key stops working, at most 1826 days (5 years) ahead; if absent, the new key gets the same lifetime as the old one.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, key_already_rotated, last_admin_key, limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/keys/{quote('id', id)}/rotate",
            body={"overlap_hours": overlap_hours, "expires_at": expires_at},
            nullable=["expires_at"],
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def revoke(
        self,
        id: str,
    ) -> None:
        """Revokes an API key permanently, within a second; a key cannot revoke itself, and the account must keep an admin key that works for at least 7 days.

        Args:
            id: ID of the API key.

        Raises:
            ApiError: not_found, cannot_revoke_current_key, last_admin_key, or an error that any call can get.
            NetworkError: no response arrived.
        """
        self._core.request(
            "DELETE",
            f"/keys/{quote('id', id)}",
        )


class Audits:
    """Who did what with which key."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        key_id: t.Optional[str] = None,
        operation: t.Optional[str] = None,
        resource_id: t.Optional[str] = None,
        outcome: t.Optional[t.Literal["succeeded", "started", "failed", "denied"]] = None,
        created_after: t.Optional[t.Union[str, datetime]] = None,
        created_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.AuditEntryPage:
        """Lists who did what with which key, newest first; the API cannot change or delete an entry, and the service deletes old entries after a time that the operator sets.

        Args:
            key_id: Only what this API key did.
            operation: Only this operation, such as key.rotate.
            resource_id: Only what happened to the resource with this ID.
            outcome: Only entries with this outcome.
            created_after: Only entries created at or after this time.
            created_before: Only entries created before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/audit_log",
            query={"key_id": key_id, "operation": operation, "resource_id": resource_id, "outcome": outcome, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )


class Messages:
    """Sent and received text messages, and their delivery."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def send(
        self,
        *,
        to: t.Optional[str] = None,
        contact_id: t.Optional[str] = None,
        from_: t.Optional[str] = None,
        text: t.Optional[str] = None,
        merge_fields: t.Optional[bool] = None,
        media_urls: t.Optional[t.Sequence[str]] = None,
        send_at: t.Optional[t.Union[str, datetime]] = None,
        ttl: t.Optional[int] = None,
        purpose: t.Optional[t.Literal["notification", "otp", "marketing", "alert"]] = None,
        encoding: t.Optional[t.Literal["auto", "gsm7", "ucs2"]] = None,
        smart_encoding: t.Optional[bool] = None,
        reference: t.Optional[str] = None,
        metadata: t.Optional[t.Mapping[str, str]] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Message:
        """Sends an SMS or MMS message to one recipient.

        Args:
            to: Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country. Give exactly one of to and contact_id.
            contact_id: ID of the contact to text, instead of a phone number. Give exactly one of to and contact_id.
            from_: Number or name to send from; the account's default number if empty.
            text: Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
            merge_fields: Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text.
            media_urls: Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
            send_at: When to send, up to 35 days ahead; immediately if empty.
            ttl: Seconds until an unsent message expires.
            purpose: Purpose of the message; sets its priority, and marketing messages respect quiet hours.
            encoding: Character set; GSM-7 rejects characters that it does not contain.
            smart_encoding: Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
            reference: Your own ID for the message, to find it later.
            metadata: Your own names and values, stored with the message.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: recipient_opted_out, opt_in_required, sender_not_owned, unregistered_sender, no_route, media_not_supported, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/messages",
            body={"to": to, "contact_id": contact_id, "from": from_, "text": text, "merge_fields": merge_fields, "media_urls": media_urls, "send_at": send_at, "ttl": ttl, "purpose": purpose, "encoding": encoding, "smart_encoding": smart_encoding, "reference": reference, "metadata": metadata},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def send_batch(
        self,
        *,
        messages: t.Sequence[types.MessageInput],
        idempotency_key: t.Optional[str] = None,
    ) -> types.MessageSendBatchResponse:
        """Sends up to 500 messages and returns for each, in order, the result that a single request would return; if you repeat it unchanged with the same Idempotency-Key, it tries only the rejected messages again; to correct some, send only these, with a new key, because the whole batch with a new key would send the accepted messages again.

        Args:
            messages: The messages to send; the service checks each one separately, so an invalid message stops no other (to, contact_id, from, text, merge_fields, media_urls, send_at, ttl, purpose, encoding, smart_encoding, reference, metadata, idempotency_key).
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/messages/batch",
            body={"messages": messages},
            idempotency_key=key_or_new(idempotency_key),
            proof=("results", list),
        )

    def preview(
        self,
        *,
        to: t.Optional[str] = None,
        contact_id: t.Optional[str] = None,
        from_: t.Optional[str] = None,
        text: t.Optional[str] = None,
        merge_fields: t.Optional[bool] = None,
        media_urls: t.Optional[t.Sequence[str]] = None,
        send_at: t.Optional[t.Union[str, datetime]] = None,
        ttl: t.Optional[int] = None,
        purpose: t.Optional[t.Literal["notification", "otp", "marketing", "alert"]] = None,
        encoding: t.Optional[t.Literal["auto", "gsm7", "ucs2"]] = None,
        smart_encoding: t.Optional[bool] = None,
        reference: t.Optional[str] = None,
        metadata: t.Optional[t.Mapping[str, str]] = None,
    ) -> types.Preview:
        """Shows how a message would be sent, how many segments it needs, and whether the service would accept it; stores nothing.

        Args:
            to: Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country. Give exactly one of to and contact_id.
            contact_id: ID of the contact to text, instead of a phone number. Give exactly one of to and contact_id.
            from_: Number or name to send from; the account's default number if empty.
            text: Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
            merge_fields: Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text.
            media_urls: Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
            send_at: When to send, up to 35 days ahead; immediately if empty.
            ttl: Seconds until an unsent message expires.
            purpose: Purpose of the message; sets its priority, and marketing messages respect quiet hours.
            encoding: Character set; GSM-7 rejects characters that it does not contain.
            smart_encoding: Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
            reference: Your own ID for the message, to find it later.
            metadata: Your own names and values, stored with the message.

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/messages/preview",
            body={"to": to, "contact_id": contact_id, "from": from_, "text": text, "merge_fields": merge_fields, "media_urls": media_urls, "send_at": send_at, "ttl": ttl, "purpose": purpose, "encoding": encoding, "smart_encoding": smart_encoding, "reference": reference, "metadata": metadata},
            safe=True,
            proof=("would_send", bool),
        )

    def get(
        self,
        id: str,
    ) -> types.Message:
        """Gets one message and its delivery status.

        Args:
            id: ID of the message, as returned when it was sent.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/messages/{quote('id', id)}",
            proof=("id", str),
        )

    def attempts(
        self,
        id: str,
        *,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.AttemptPage:
        """Lists the attempts to submit this message to a carrier, newest first; empty if the first one succeeded.

        Args:
            id: ID of the message.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: not_found, invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/messages/{quote('id', id)}/attempts",
            query={"limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def list(
        self,
        *,
        status: t.Optional[t.Union[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"], t.Sequence[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]]]] = None,
        error_code: t.Optional[t.Literal["recipient_opted_out", "opt_in_required", "sender_released", "unregistered_sender", "no_route", "carrier_rejected", "carrier_undeliverable", "carrier_discarded", "media_rejected", "carrier_expired", "carrier_unavailable", "ttl_expired", "no_receipt"]] = None,
        direction: t.Optional[t.Literal["outbound", "inbound"]] = None,
        to: t.Optional[str] = None,
        from_: t.Optional[str] = None,
        phone: t.Optional[str] = None,
        search: t.Optional[str] = None,
        contact_id: t.Optional[str] = None,
        purpose: t.Optional[t.Literal["notification", "otp", "marketing", "alert"]] = None,
        campaign_id: t.Optional[str] = None,
        country: t.Optional[str] = None,
        list_id: t.Optional[str] = None,
        broadcast_id: t.Optional[str] = None,
        reference: t.Optional[str] = None,
        created_after: t.Optional[t.Union[str, datetime]] = None,
        created_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.MessagePage:
        """Searches messages, newest first.

        Args:
            status: Only messages with one of these statuses.
            error_code: Only messages with this error.
            direction: Only sent messages, or only received messages.
            to: Only messages to this number.
            from_: Only messages from this sender.
            phone: Only messages to or from this phone number; for a number that your account no longer has, use from.
            search: Only messages whose text contains this text, or whose numbers contain these digits; each page compares up to 10,000 and can be empty.
            contact_id: ID or phone number of the contact.
            purpose: Only messages of this purpose.
            campaign_id: Only messages of this campaign.
            country: Only messages to or from this country.
            list_id: Only messages to or from contacts who were on this list.
            broadcast_id: Only messages of this broadcast.
            reference: Only messages with this reference.
            created_after: Only messages created at or after this time.
            created_before: Only messages created before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/messages",
            query={"status": status, "error_code": error_code, "direction": direction, "to": to, "from": from_, "phone": phone, "search": search, "contact_id": contact_id, "purpose": purpose, "campaign_id": campaign_id, "country": country, "list_id": list_id, "broadcast_id": broadcast_id, "reference": reference, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Message:
        """Cancels a message that has not been sent yet.

        Args:
            id: ID of the message to cancel.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, not_cancelable, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/messages/{quote('id', id)}/cancel",
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def reschedule(
        self,
        id: str,
        *,
        send_at: t.Union[str, datetime],
    ) -> types.Message:
        """Changes when a scheduled message is sent; its expiry moves by the same amount, and marketing still respects quiet hours.

        Args:
            id: ID of the scheduled message.
            send_at: The new time, up to 35 days ahead.

        Raises:
            ApiError: not_found, status_conflict, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            f"/messages/{quote('id', id)}",
            body={"send_at": send_at},
            proof=("id", str),
        )


class Contacts:
    """The people that you text, and their consent."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def upsert(
        self,
        *,
        phone: str,
        first_name: t.Optional[str] = None,
        last_name: t.Optional[str] = None,
        email: t.Optional[str] = None,
        external_id: t.Optional[str] = None,
        attributes: t.Optional[t.Mapping[str, str]] = None,
        time_zone: t.Optional[str] = None,
        lists: t.Optional[t.Sequence[str]] = None,
        status: t.Optional[t.Literal["subscribed", "opted_out", "pending"]] = None,
        consent: t.Optional[types.ContactConsentInput] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Contact:
        """Adds a contact, or updates the given fields and attributes of the contact that has this phone number.

        Args:
            phone: Phone number of the contact, such as +12025550123; without a country code, it belongs to the account's default country.
            first_name: First Name.
            last_name: Last Name.
            email: Email address of the contact.
            external_id: ID of the contact in your own system.
            attributes: Your own names and values, stored with the contact.
            time_zone: Time zone of the contact as an IANA name, for quiet hours.
            lists: IDs of lists to add the contact to.
            status: Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out; if empty, a new contact is subscribed.
            consent: Where and when the contact agreed to be texted (source, at).
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: opt_in_required, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/contacts",
            body={"phone": phone, "first_name": first_name, "last_name": last_name, "email": email, "external_id": external_id, "attributes": attributes, "time_zone": time_zone, "lists": lists, "status": status, "consent": consent},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def get(
        self,
        id: str,
    ) -> types.Contact:
        """Gets one contact by ID or phone number.

        Args:
            id: ID or phone number of the contact.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/contacts/{quote('id', id)}",
            proof=("id", str),
        )

    def list(
        self,
        *,
        phone: t.Optional[str] = None,
        search: t.Optional[str] = None,
        email: t.Optional[str] = None,
        external_id: t.Optional[str] = None,
        list_id: t.Optional[str] = None,
        status: t.Optional[t.Literal["subscribed", "opted_out", "pending"]] = None,
        created_after: t.Optional[t.Union[str, datetime]] = None,
        created_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ContactPage:
        """Searches contacts, newest first.

        Args:
            phone: Only the contact with this number.
            search: Only contacts whose name, phone number or email address contains this text; each page compares up to 20,000 and can be empty.
            email: Only contacts with this email address.
            external_id: Only contacts with this ID in your own system.
            list_id: Only contacts on this list.
            status: Only contacts with this status.
            created_after: Only contacts created at or after this time.
            created_before: Only contacts created before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/contacts",
            query={"phone": phone, "search": search, "email": email, "external_id": external_id, "list_id": list_id, "status": status, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def update(
        self,
        id: str,
        *,
        first_name: t.Union[str, None, Omitted] = OMITTED,
        last_name: t.Union[str, None, Omitted] = OMITTED,
        email: t.Union[str, None, Omitted] = OMITTED,
        external_id: t.Union[str, None, Omitted] = OMITTED,
        time_zone: t.Union[str, None, Omitted] = OMITTED,
        attributes: t.Optional[t.Mapping[str, t.Optional[str]]] = None,
        lists: t.Optional[t.Sequence[str]] = None,
        status: t.Optional[t.Literal["subscribed", "opted_out", "pending"]] = None,
        consent: t.Optional[types.ContactConsentInput] = None,
    ) -> types.Contact:
        """Updates the given fields and attributes of a contact and keeps the others.

        Args:
            id: ID or phone number of the contact.
            first_name: First Name.
            last_name: Last Name.
            email: Email address of the contact.
            external_id: ID of the contact in your own system.
            time_zone: Time zone of the contact as an IANA name, for quiet hours.
            attributes: Your own names and values, stored with the contact.
            lists: IDs of the lists that replace the current lists of the contact.
            status: Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out.
            consent: Where and when the contact agreed to be texted (source, at).

        Raises:
            ApiError: not_found, opt_in_required, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            f"/contacts/{quote('id', id)}",
            body={"first_name": first_name, "last_name": last_name, "email": email, "external_id": external_id, "time_zone": time_zone, "attributes": attributes, "lists": lists, "status": status, "consent": consent},
            nullable=["first_name","last_name","email","external_id","time_zone"],
            proof=("id", str),
        )

    def delete(
        self,
        id: str,
        *,
        erase: t.Optional[bool] = None,
    ) -> None:
        """Deletes a contact; an opt-out of its number stays active.

        Args:
            id: ID or phone number of the contact.
            erase: Whether to erase everything else about the person as well, such as messages, events and verifications; only counts and a keyed hash of an opt-out stay. With a phone number, this works without a contact. `GET /erasures` shows when everything is gone; you cannot undo it.

        Raises:
            ApiError: not_found, limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        self._core.request(
            "DELETE",
            f"/contacts/{quote('id', id)}",
            query={"erase": erase},
        )

    def confirm(
        self,
        id: str,
        *,
        from_: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Message:
        """Texts a pending contact and asks for a YES, which subscribes the contact (double opt-in); at most once a day.

        Args:
            id: ID or phone number of the contact.
            from_: Number to send from, not a name; the account's default number if empty.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, status_conflict, sender_not_owned, no_route, recipient_opted_out, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/contacts/{quote('id', id)}/confirm",
            body={"from": from_},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def import_(
        self,
        *,
        csv: str,
        list_id: t.Optional[str] = None,
        consent: t.Optional[types.ContactConsentInput] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Import:
        """Adds or updates a contact for each row of a CSV file and lists every rejected row; an account can run one import at a time, per process. The service stores rows in batches: after an error, send the same import again, which adds no contact twice.

        Args:
            csv: The file, with at most 10,000 rows and 200 columns. The first line names the columns, and phone is required; status can opt a contact out of all your numbers, and opted_out_numbers of single ones, separated by spaces; no column lifts an opt-out; `id`, lists, created_at and updated_at are ignored; any column that is not a field of a contact becomes an attribute, and the contact keeps its other attributes; a column such as opted_out or consent is rejected, because only status opts a contact out.
            list_id: ID of a list to add the contacts to.
            consent: Where and when the contact agreed to be texted (source, at).
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/contacts/import",
            body={"csv": csv, "list_id": list_id, "consent": consent},
            idempotency_key=key_or_new(idempotency_key),
            proof=("created", int),
        )

    def export(
        self,
        id: str,
        *,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ContactExport:
        """Gets everything that the service stores about a person, by contact ID or phone number; also works with a number without a contact. Events and stored responses repeat this data and are left out.

        Args:
            id: ID or phone number of the contact.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: not_found, invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/contacts/{quote('id', id)}/export",
            query={"limit": limit, "cursor": cursor},
            proof=("phone", str),
        )


class Lists:
    """Lists of contacts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        name: str,
        idempotency_key: t.Optional[str] = None,
    ) -> types.ContactList:
        """Adds a list, or returns the list that has this name; an account can have at most 10,000 lists.

        Args:
            name: Name of the list.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/lists",
            body={"name": name},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def list(
        self,
        *,
        name: t.Optional[str] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ContactListPage:
        """Lists the lists of the account, newest first.

        Args:
            name: Only the list with this name; if there is none, lists whose names differ only in case.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/lists",
            query={"name": name, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def get(
        self,
        id: str,
    ) -> types.ContactList:
        """Gets one list and its number of contacts.

        Args:
            id: ID of the list.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/lists/{quote('id', id)}",
            proof=("id", str),
        )

    def update(
        self,
        id: str,
        *,
        name: t.Optional[str] = None,
    ) -> types.ContactList:
        """Renames a list.

        Args:
            id: ID of the list.
            name: Name of the list.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            f"/lists/{quote('id', id)}",
            body={"name": name},
            proof=("id", str),
        )

    def delete(
        self,
        id: str,
    ) -> None:
        """Deletes a list but keeps its contacts.

        Args:
            id: ID of the list.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        self._core.request(
            "DELETE",
            f"/lists/{quote('id', id)}",
        )

    def add_contact(
        self,
        id: str,
        contact_id: str,
    ) -> types.Contact:
        """Adds a contact to a list; adding a contact again changes nothing.

        Args:
            id: ID of the list.
            contact_id: ID or phone number of the contact.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PUT",
            f"/lists/{quote('id', id)}/contacts/{quote('contact_id', contact_id)}",
            proof=("id", str),
        )

    def remove_contact(
        self,
        id: str,
        contact_id: str,
    ) -> None:
        """Removes a contact from a list; removing a contact that is not on the list changes nothing.

        Args:
            id: ID of the list.
            contact_id: ID or phone number of the contact.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        self._core.request(
            "DELETE",
            f"/lists/{quote('id', id)}/contacts/{quote('contact_id', contact_id)}",
        )


class Conversations:
    """The messages between one of your numbers and one phone number."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        status: t.Optional[t.Literal["open", "closed"]] = None,
        unread: t.Optional[bool] = None,
        number: t.Optional[str] = None,
        phone: t.Optional[str] = None,
        contact_id: t.Optional[str] = None,
        search: t.Optional[str] = None,
        updated_after: t.Optional[t.Union[str, datetime]] = None,
        updated_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ConversationPage:
        """Lists conversations, the most recently updated first.

        Args:
            status: Only conversations with this status.
            unread: Whether to return only conversations with unread messages (true) or only those without (false).
            number: Only conversations with this number of the account.
            phone: Only conversations with this phone number.
            contact_id: ID or phone number of the contact.
            search: Only conversations whose phone number, contact name or last message contains this text; each page compares up to 10,000 and can be empty.
            updated_after: Only conversations updated at or after this time; one that changes while you read the pages moves to the front, so read again from the time of the first page.
            updated_before: Only conversations updated before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/conversations",
            query={"status": status, "unread": unread, "number": number, "phone": phone, "contact_id": contact_id, "search": search, "updated_after": updated_after, "updated_before": updated_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def open(
        self,
        *,
        phone: t.Optional[str] = None,
        contact_id: t.Optional[str] = None,
        number: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Conversation:
        """Starts the conversation between one of your numbers and a phone number, or opens and returns the one that exists.

        Args:
            phone: The other phone number. Give exactly one of phone and contact_id.
            contact_id: ID of the contact, instead of a phone number. Give exactly one of phone and contact_id.
            number: Your number in the conversation; the account's default number if empty.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: sender_not_owned, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/conversations",
            body={"phone": phone, "contact_id": contact_id, "number": number},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def get(
        self,
        id: str,
    ) -> types.Conversation:
        """Gets one conversation, its contact and its last message.

        Args:
            id: ID of the conversation.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/conversations/{quote('id', id)}",
            proof=("id", str),
        )

    def update(
        self,
        id: str,
        *,
        status: t.Optional[t.Literal["open", "closed"]] = None,
    ) -> types.Conversation:
        """Closes or reopens a conversation.

        Args:
            id: ID of the conversation.
            status: A received message reopens a closed conversation.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            f"/conversations/{quote('id', id)}",
            body={"status": status},
            proof=("id", str),
        )

    def read(
        self,
        id: str,
        *,
        last_message_id: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Conversation:
        """Marks the received messages of a conversation as read.

        Args:
            id: ID of the conversation.
            last_message_id: ID of the last message that was read; the newest message if empty.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/conversations/{quote('id', id)}/read",
            body={"last_message_id": last_message_id},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def messages(
        self,
        id: str,
        *,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.MessagePage:
        """Lists the sent and received messages of a conversation, newest first.

        Args:
            id: ID of the conversation.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: not_found, invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/conversations/{quote('id', id)}/messages",
            query={"limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def reply(
        self,
        id: str,
        *,
        text: t.Optional[str] = None,
        merge_fields: t.Optional[bool] = None,
        media_urls: t.Optional[t.Sequence[str]] = None,
        smart_encoding: t.Optional[bool] = None,
        reference: t.Optional[str] = None,
        metadata: t.Optional[t.Mapping[str, str]] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Message:
        """Sends a message to the other number of a conversation, from your number in it.

        Args:
            id: ID of the conversation.
            text: Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
            merge_fields: Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text.
            media_urls: Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
            smart_encoding: Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
            reference: Your own ID for the message, to find it later.
            metadata: Your own names and values, stored with the message.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, recipient_opted_out, sender_not_owned, no_route, media_not_supported, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/conversations/{quote('id', id)}/messages",
            body={"text": text, "merge_fields": merge_fields, "media_urls": media_urls, "smart_encoding": smart_encoding, "reference": reference, "metadata": metadata},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )


class Consents:
    """The ledger of who agreed or refused to be texted."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        phone: t.Optional[str] = None,
        contact_id: t.Optional[str] = None,
        action: t.Optional[t.Literal["opted_in", "opted_out", "confirmation_requested"]] = None,
        created_after: t.Optional[t.Union[str, datetime]] = None,
        created_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ConsentRecordPage:
        """Lists who agreed or refused to be texted, when, and with what words, newest first.

        Args:
            phone: Only records of this phone number.
            contact_id: Only records of this contact.
            action: Only records of this action.
            created_after: Only records created at or after this time.
            created_before: Only records created before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/consents",
            query={"phone": phone, "contact_id": contact_id, "action": action, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )


class Erasures:
    """Your erasure requests and their progress."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        contact_id: t.Optional[str] = None,
        status: t.Optional[t.Literal["running", "completed"]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ErasurePage:
        """Lists your erasure requests and their progress, newest first.

        Args:
            contact_id: Only erasures of this contact.
            status: Only erasures with this status.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/erasures",
            query={"contact_id": contact_id, "status": status, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )


class Reviews:
    """Possible opt-outs, for a person to decide."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        status: t.Optional[t.Literal["open", "confirmed", "dismissed"]] = None,
        phone: t.Optional[str] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.ReviewPage:
        """Lists the reviews of possible opt-outs: received texts that may ask you to stop or start texting, newest first.

        Args:
            status: Only reviews with this status.
            phone: Only texts from this phone number.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/reviews",
            query={"status": status, "phone": phone, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def get(
        self,
        id: str,
    ) -> types.Review:
        """Gets one review.

        Args:
            id: ID of the review.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/reviews/{quote('id', id)}",
            proof=("id", str),
        )

    def decide(
        self,
        id: str,
        *,
        decision: t.Literal["confirm", "dismiss"],
        idempotency_key: t.Optional[str] = None,
    ) -> types.Review:
        """Confirms that the sender wants you to stop or start texting, or dismisses the review.

        Args:
            id: ID of the review.
            decision: Confirm to opt the sender out (or in again, for start); dismiss to change nothing.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, status_conflict, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/reviews/{quote('id', id)}/decide",
            body={"decision": decision},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )


class Broadcasts:
    """One text to many contacts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        name: str,
        audience: types.BroadcastAudienceInput,
        from_: t.Optional[str] = None,
        text: t.Optional[str] = None,
        media_urls: t.Optional[t.Sequence[str]] = None,
        smart_encoding: t.Optional[bool] = None,
        purpose: t.Optional[t.Literal["marketing", "notification", "alert"]] = None,
        send_at: t.Optional[t.Union[str, datetime]] = None,
        messages_per_minute: t.Optional[int] = None,
        stop_rules: t.Optional[types.BroadcastStopRulesInput] = None,
        metadata: t.Optional[t.Mapping[str, str]] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Broadcast:
        """Sends one text to many contacts, at most once to each; an account can have at most 100 broadcasts that have not ended.

        Args:
            name: Name of the broadcast, which recipients do not see.
            audience: The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most 1,000,000 contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact (list_ids, filter, all_contacts, exclude_list_ids).
            from_: Number or name to send from; the account's default number if empty.
            text: Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
            media_urls: Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
            smart_encoding: Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
            purpose: Purpose of the messages; marketing messages respect quiet hours.
            send_at: When to start, up to 35 days ahead; immediately if empty.
            messages_per_minute: Messages per minute; as fast as the sender can if empty.
            stop_rules: When the service stops the broadcast; it decides after 50 messages and then continuously (failure_percent, opt_out_percent).
            metadata: Your own names and values, stored with the message.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: sender_not_owned, unregistered_sender, limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/broadcasts",
            body={"name": name, "audience": audience, "from": from_, "text": text, "media_urls": media_urls, "smart_encoding": smart_encoding, "purpose": purpose, "send_at": send_at, "messages_per_minute": messages_per_minute, "stop_rules": stop_rules, "metadata": metadata},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def preview(
        self,
        *,
        audience: types.BroadcastAudienceInput,
        name: t.Optional[str] = None,
        from_: t.Optional[str] = None,
        text: t.Optional[str] = None,
        media_urls: t.Optional[t.Sequence[str]] = None,
        smart_encoding: t.Optional[bool] = None,
        purpose: t.Optional[t.Literal["marketing", "notification", "alert"]] = None,
        send_at: t.Optional[t.Union[str, datetime]] = None,
        messages_per_minute: t.Optional[int] = None,
        stop_rules: t.Optional[types.BroadcastStopRulesInput] = None,
        metadata: t.Optional[t.Mapping[str, str]] = None,
    ) -> types.BroadcastPreview:
        """Shows how many contacts would get the message, how many segments they need, and some of the texts; stores nothing.

        Args:
            audience: The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most 1,000,000 contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact (list_ids, filter, all_contacts, exclude_list_ids).
            name: Name of the broadcast, which recipients do not see.
            from_: Number or name to send from; the account's default number if empty.
            text: Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
            media_urls: Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
            smart_encoding: Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
            purpose: Purpose of the messages; marketing messages respect quiet hours.
            send_at: When to start, up to 35 days ahead; immediately if empty.
            messages_per_minute: Messages per minute; as fast as the sender can if empty.
            stop_rules: When the service stops the broadcast; it decides after 50 messages and then continuously (failure_percent, opt_out_percent).
            metadata: Your own names and values, stored with the message.

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/broadcasts/preview",
            body={"audience": audience, "name": name, "from": from_, "text": text, "media_urls": media_urls, "smart_encoding": smart_encoding, "purpose": purpose, "send_at": send_at, "messages_per_minute": messages_per_minute, "stop_rules": stop_rules, "metadata": metadata},
            safe=True,
            proof=("would_send", bool),
        )

    def list(
        self,
        *,
        name: t.Optional[str] = None,
        status: t.Optional[t.Literal["scheduled", "running", "paused", "stopped", "completed", "canceled"]] = None,
        created_after: t.Optional[t.Union[str, datetime]] = None,
        created_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.BroadcastPage:
        """Lists broadcasts, newest first.

        Args:
            name: Only broadcasts with this name, in any case.
            status: Only broadcasts with this status.
            created_after: Only broadcasts created at or after this time.
            created_before: Only broadcasts created before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/broadcasts",
            query={"name": name, "status": status, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def get(
        self,
        id: str,
    ) -> types.Broadcast:
        """Gets one broadcast, its progress and its counts.

        Args:
            id: ID of the broadcast.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/broadcasts/{quote('id', id)}",
            proof=("id", str),
        )

    def pause(
        self,
        id: str,
        *,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Broadcast:
        """Pauses a broadcast; messages that a carrier has already accepted still arrive.

        Args:
            id: ID of the broadcast.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, status_conflict, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/broadcasts/{quote('id', id)}/pause",
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def resume(
        self,
        id: str,
        *,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Broadcast:
        """Continues a broadcast that is paused or stopped; if it has not started and its time has passed, it starts immediately.

        Args:
            id: ID of the broadcast.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, status_conflict, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/broadcasts/{quote('id', id)}/resume",
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Broadcast:
        """Ends a broadcast and cancels its messages that have not been sent yet; you cannot resume it.

        Args:
            id: ID of the broadcast.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, status_conflict, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/broadcasts/{quote('id', id)}/cancel",
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def reschedule(
        self,
        id: str,
        *,
        send_at: t.Union[str, datetime],
    ) -> types.Broadcast:
        """Changes when a broadcast starts that has not started yet; a paused broadcast stays paused.

        Args:
            id: ID of the broadcast.
            send_at: The new time, up to 35 days ahead.

        Raises:
            ApiError: not_found, status_conflict, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            f"/broadcasts/{quote('id', id)}",
            body={"send_at": send_at},
            proof=("id", str),
        )

    def recipients(
        self,
        id: str,
        *,
        status: t.Optional[t.Literal["pending", "created", "skipped"]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.BroadcastRecipientPage:
        """Lists the recipients of a broadcast and what became of their messages, the newest contacts first.

        Args:
            id: ID of the broadcast.
            status: Only recipients with this status.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: not_found, invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/broadcasts/{quote('id', id)}/recipients",
            query={"status": status, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )


class Verifications:
    """Codes that prove that a person has a phone number."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def start(
        self,
        *,
        to: str,
        from_: t.Optional[str] = None,
        length: t.Optional[int] = None,
        ttl: t.Optional[int] = None,
        max_attempts: t.Optional[int] = None,
        language: t.Optional[t.Literal["en", "es", "fr", "de", "it", "pt", "nl"]] = None,
        text: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Verification:
        """Texts a code to a phone number; a newer code to the same number cancels the older one.

        Args:
            to: Phone number to verify, such as +12025550123; without a country code, it belongs to the account's default country.
            from_: Number or name to send from; the account's default number if empty.
            length: Number of digits of the code.
            ttl: Seconds until the code expires.
            max_attempts: Number of wrong codes after which the verification fails.
            language: Language of the text; the account's language if empty.
            text: Your own text, which must contain {{code}}; a standard text if empty.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: recipient_opted_out, sender_not_owned, no_route, recipient_not_allowed, daily_limit_reached, verification_blocked, too_many_verifications, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/verifications",
            body={"to": to, "from": from_, "length": length, "ttl": ttl, "max_attempts": max_attempts, "language": language, "text": text},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def check(
        self,
        *,
        code: str,
        id: t.Optional[str] = None,
        to: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.VerificationCheck:
        """Compares a code that a person entered with the code that you sent; each wrong code uses up an attempt.

        Args:
            code: The code that the person entered; spaces and dashes are ignored, and zeros at the start may be missing.
            id: ID of the verification. Give exactly one of id and to.
            to: Phone number that got the code, instead of the ID of the verification. Give exactly one of id and to.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/verifications/check",
            body={"code": code, "id": id, "to": to},
            idempotency_key=key_or_new(idempotency_key),
            proof=("valid", bool),
        )

    def get(
        self,
        id: str,
    ) -> types.Verification:
        """Gets one verification.

        Args:
            id: ID of the verification.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/verifications/{quote('id', id)}",
            proof=("id", str),
        )

    def list(
        self,
        *,
        to: t.Optional[str] = None,
        status: t.Optional[t.Literal["pending", "approved", "failed", "expired", "canceled"]] = None,
        created_after: t.Optional[t.Union[str, datetime]] = None,
        created_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.VerificationPage:
        """Lists verifications, newest first.

        Args:
            to: Only verifications of this phone number.
            status: Only verifications with this status.
            created_after: Only verifications created at or after this time.
            created_before: Only verifications created before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/verifications",
            query={"to": to, "status": status, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Verification:
        """Cancels a pending verification, so that its code is no longer valid.

        Args:
            id: ID of the verification.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, status_conflict, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/verifications/{quote('id', id)}/cancel",
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def prefixes(
        self,
        *,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.VerificationPrefixPage:
        """Lists the ranges of phone numbers that you sent codes to in the last 24 hours, those with the most codes first.

        Args:
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/verification_prefixes",
            query={"limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def unblock(
        self,
        prefix: str,
        *,
        idempotency_key: t.Optional[str] = None,
    ) -> types.VerificationPrefix:
        """Lets the service send codes to a range of phone numbers again.

        Args:
            prefix: First digits of the phone numbers, as the list shows them.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/verification_prefixes/{quote('prefix', prefix)}/unblock",
            idempotency_key=key_or_new(idempotency_key),
            proof=("prefix", str),
        )


class Numbers:
    """The numbers that send and receive messages."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def available(
        self,
        *,
        country: t.Optional[str] = None,
        type: t.Optional[t.Literal["local", "mobile", "toll_free"]] = None,
        area_code: t.Optional[str] = None,
        contains: t.Optional[str] = None,
        limit: t.Optional[int] = None,
    ) -> types.NumberAvailableResponse:
        """Searches the numbers that can be provisioned.

        Args:
            country: Only numbers in this country; the account's country if empty.
            type: Only numbers of this type.
            area_code: Only numbers with this area code.
            contains: Only numbers that contain these consecutive digits.
            limit: Max number of results to return.

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/numbers/available",
            query={"country": country, "type": type, "area_code": area_code, "contains": contains, "limit": limit},
            proof=("data", list),
        )

    def provision(
        self,
        *,
        number: str,
        default: t.Optional[bool] = None,
        messages_per_second: t.Union[int, None, Omitted] = OMITTED,
        campaign_id: t.Union[str, None, Omitted] = OMITTED,
        idempotency_key: t.Optional[str] = None,
    ) -> types.SenderNumber:
        """Adds an available number, a short code or a name to the account to send messages from; a number that requires a purchase is pending until the carrier delivers it.

        Args:
            number: Number, short code or name to add.
            default: Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active.
            messages_per_second: Maximum number of messages per second from this number; further messages wait in a queue; null to send as fast as the carrier accepts.
            campaign_id: ID of the registration that covers marketing from the number; null to remove the number from the campaign.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: number_in_use, limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/numbers",
            body={"number": number, "default": default, "messages_per_second": messages_per_second, "campaign_id": campaign_id},
            nullable=["messages_per_second","campaign_id"],
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def get(
        self,
        id: str,
    ) -> types.SenderNumber:
        """Gets one number of the account.

        Args:
            id: ID of the number.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/numbers/{quote('id', id)}",
            proof=("id", str),
        )

    def list(
        self,
        *,
        type: t.Optional[t.Literal["local", "mobile", "toll_free", "short_code", "alphanumeric"]] = None,
        status: t.Optional[t.Literal["pending", "active", "suspended", "failed"]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.SenderNumberPage:
        """Lists the numbers of the account, newest first, including those whose purchase is pending or has failed.

        Args:
            type: Only numbers of this type.
            status: Only numbers with this status.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/numbers",
            query={"type": type, "status": status, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def update(
        self,
        id: str,
        *,
        default: t.Optional[bool] = None,
        messages_per_second: t.Union[int, None, Omitted] = OMITTED,
        campaign_id: t.Union[str, None, Omitted] = OMITTED,
    ) -> types.SenderNumber:
        """Makes a number the default, sets its rate, or adds it to a campaign.

        Args:
            id: ID of the number.
            default: Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active.
            messages_per_second: Maximum number of messages per second from this number; further messages wait in a queue; null to send as fast as the carrier accepts.
            campaign_id: ID of the registration that covers marketing from the number; null to remove the number from the campaign.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            f"/numbers/{quote('id', id)}",
            body={"default": default, "messages_per_second": messages_per_second, "campaign_id": campaign_id},
            nullable=["messages_per_second","campaign_id"],
            proof=("id", str),
        )

    def release(
        self,
        id: str,
        *,
        release_at_carrier: t.Optional[bool] = None,
    ) -> None:
        """Releases a number. Its waiting messages fail, and texts to it are lost. If it was the default, the account has none until you choose another. For 24 hours, no other account can provision it. The carrier still bills you unless you also release it there.

        Args:
            id: ID of the number.
            release_at_carrier: Whether to also return the number to the carrier, if this account bought it; you cannot undo this, and someone else can then get the number.

        Raises:
            ApiError: not_found, purchase_pending, or an error that any call can get.
            NetworkError: no response arrived.
        """
        self._core.request(
            "DELETE",
            f"/numbers/{quote('id', id)}",
            query={"release_at_carrier": release_at_carrier},
        )


class Registrations:
    """Brands and campaigns that are registered for marketing in the US (10DLC)."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def submit(
        self,
        *,
        brand: types.RegistrationBrandInput,
        campaign: types.RegistrationCampaignInput,
        number_ids: t.Optional[t.Sequence[str]] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Registration:
        """Registers a brand and its campaign with the simulated registry, which decides within 36 hours; for real texts from US local numbers (10DLC), also register at the carrier.

        Args:
            brand: Business that sends the messages (legal_name, entity_type, ein, vertical, website, street, city, region, postal_code, country, email, phone).
            campaign: Purpose of the messages (use_case, description, message_flow, samples, opt_in_message, opt_out_message, help_message, privacy_policy_url, terms_url, has_links, has_phone_numbers).
            number_ids: IDs of the numbers to add to the campaign.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/registrations",
            body={"brand": brand, "campaign": campaign, "number_ids": number_ids},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def get(
        self,
        id: str,
    ) -> types.Registration:
        """Gets one registration and the decision of the registry.

        Args:
            id: ID of the registration.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/registrations/{quote('id', id)}",
            proof=("id", str),
        )

    def list(
        self,
        *,
        status: t.Optional[t.Literal["pending", "approved", "rejected"]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.RegistrationPage:
        """Lists the registrations of the account, newest first.

        Args:
            status: Only registrations with this status.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/registrations",
            query={"status": status, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )


class Reports:
    """Counts of messages."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get(
        self,
        *,
        start: t.Optional[t.Union[str, datetime]] = None,
        end: t.Optional[t.Union[str, datetime]] = None,
        interval: t.Optional[t.Literal["hour", "day", "week", "month"]] = None,
        group_by: t.Optional[t.Literal["status", "purpose", "from", "campaign", "country", "list"]] = None,
        time_zone: t.Optional[str] = None,
        status: t.Optional[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]] = None,
        purpose: t.Optional[t.Literal["notification", "otp", "marketing", "alert"]] = None,
        from_: t.Optional[str] = None,
        campaign_id: t.Optional[str] = None,
        country: t.Optional[str] = None,
        list_id: t.Optional[str] = None,
    ) -> types.Report:
        """Counts messages by creation time and by a property that they share; the counts match a search for messages exactly, apart from deleted messages, which they still include.

        Args:
            start: Messages created at or after this time, rounded down to a quarter of an hour; seven days before the end if empty; at most 92 days before the end if the interval is hour, and otherwise 3,653 days; a report has at most 25,000 rows.
            end: Messages created before this time, rounded up to a quarter of an hour; now if empty.
            interval: Length of the periods to count separately.
            group_by: Property to group the messages by.
            time_zone: IANA name of the time zone for the periods; the account's time zone if empty.
            status: Only messages with this status.
            purpose: Only messages of this purpose.
            from_: Only messages sent from this number or name of the account.
            campaign_id: Only messages of this campaign.
            country: Only messages to or from this country.
            list_id: Only messages to contacts on this list.

        Raises:
            ApiError: an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/reports",
            query={"start": start, "end": end, "interval": interval, "group_by": group_by, "time_zone": time_zone, "status": status, "purpose": purpose, "from": from_, "campaign_id": campaign_id, "country": country, "list_id": list_id},
            proof=("start", str),
        )


class Webhooks:
    """URLs that receive events as they happen."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        *,
        url: str,
        events: t.Sequence[t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled", "message.*", "contact.*", "list.*", "review.*", "conversation.*", "broadcast.*", "verification.*", "registration.*", "number.*", "webhook.*", "*"]],
        filter: t.Union[types.WebhookFilterInput, None, Omitted] = OMITTED,
        burst_seconds: t.Union[int, None, Omitted] = OMITTED,
        secret: t.Optional[str] = None,
        expires_at: t.Union[str, datetime, None, Omitted] = OMITTED,
        idempotency_key: t.Optional[str] = None,
    ) -> types.WebhookWithSecret:
        """Creates a webhook for a URL, or replaces the events, the filter, the burst window and the expiry time of the webhook that has this URL. An account can have at most 100 webhooks without a filter on message_id and 10,000 with one; at most 100 of them can name the same message. At the limit, a new webhook replaces the one that a 410 of its receiver disabled first.

        Args:
            url: URL that receives the events.
            events: Events to deliver; message.* means every message event, and * means every event.
            filter: Limits message events to those where each given field has one of the values (to, from, purpose, status, keyword, message_id).
            burst_seconds: Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long.
            secret: Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64; if omitted, the service creates one for a new webhook.
            expires_at: When the webhook expires; never if empty.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            "/webhooks",
            body={"url": url, "events": events, "filter": filter, "burst_seconds": burst_seconds, "secret": secret, "expires_at": expires_at},
            nullable=["filter","burst_seconds","expires_at"],
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def list(
        self,
        *,
        url: t.Optional[str] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.WebhookPage:
        """Lists the webhooks of the account, newest first.

        Args:
            url: Only the webhook with this URL.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/webhooks",
            query={"url": url, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def get(
        self,
        id: str,
    ) -> types.Webhook:
        """Gets one webhook.

        Args:
            id: ID of the webhook.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/webhooks/{quote('id', id)}",
            proof=("id", str),
        )

    def update(
        self,
        id: str,
        *,
        url: t.Optional[str] = None,
        events: t.Optional[t.Sequence[t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled", "message.*", "contact.*", "list.*", "review.*", "conversation.*", "broadcast.*", "verification.*", "registration.*", "number.*", "webhook.*", "*"]]] = None,
        filter: t.Union[types.WebhookFilterInput, None, Omitted] = OMITTED,
        burst_seconds: t.Union[int, None, Omitted] = OMITTED,
        secret: t.Optional[str] = None,
        status: t.Optional[t.Literal["enabled", "disabled"]] = None,
        expires_at: t.Union[str, datetime, None, Omitted] = OMITTED,
    ) -> types.Webhook:
        """Changes the given fields of a webhook, or enables or disables it.

        Args:
            id: ID of the webhook.
            url: URL that receives the events.
            events: Events to deliver; message.* means every message event, and * means every event.
            filter: Limits message events to those where each given field has one of the values; null to remove the filter (to, from, purpose, status, keyword, message_id).
            burst_seconds: Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long.
            secret: Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64.
            status: Status.
            expires_at: When the webhook expires; never if empty.

        Raises:
            ApiError: not_found, limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "PATCH",
            f"/webhooks/{quote('id', id)}",
            body={"url": url, "events": events, "filter": filter, "burst_seconds": burst_seconds, "secret": secret, "status": status, "expires_at": expires_at},
            nullable=["filter","burst_seconds","expires_at"],
            proof=("id", str),
        )

    def delete(
        self,
        id: str,
    ) -> None:
        """Deletes a webhook and its outstanding deliveries.

        Args:
            id: ID of the webhook.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        self._core.request(
            "DELETE",
            f"/webhooks/{quote('id', id)}",
        )

    def test(
        self,
        id: str,
        *,
        idempotency_key: t.Optional[str] = None,
    ) -> types.WebhookTestResponse:
        """Delivers a webhook.test event to this webhook.

        Args:
            id: ID of the webhook.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, webhook_disabled, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/webhooks/{quote('id', id)}/test",
            idempotency_key=key_or_new(idempotency_key),
            proof=("event_id", str),
        )

    def redeliver(
        self,
        id: str,
        *,
        created_after: t.Union[str, datetime],
        created_before: t.Optional[t.Union[str, datetime]] = None,
        cursor: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Redelivery:
        """Delivers the events of a time range that this webhook asks for and has not received, the oldest first, such as those of an outage of its receiver. Skips events that wait for another attempt. Each request compares up to 5,000 events. While has_more is true, repeat the request with next_cursor.

        Args:
            id: ID of the webhook.
            created_after: Only events at or after this time.
            created_before: Only events before this time.
            cursor: The next_cursor of the previous request.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, webhook_disabled, invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/webhooks/{quote('id', id)}/redeliver",
            body={"created_after": created_after, "created_before": created_before, "cursor": cursor},
            idempotency_key=key_or_new(idempotency_key),
            proof=("deliveries", int),
        )

    def rotate_secret(
        self,
        id: str,
        *,
        secret: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.WebhookWithNewSecret:
        """Gives a webhook a new secret; for 24 hours, the old secret also signs deliveries.

        Args:
            id: ID of the webhook.
            secret: Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64; the service creates one if omitted.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/webhooks/{quote('id', id)}/rotate_secret",
            body={"secret": secret},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )

    def acknowledge(
        self,
        id: str,
        *,
        event_ids: t.Sequence[str],
    ) -> None:
        """Records that the receiver has handled these events; the service makes no further attempt to deliver them to this webhook, even if an earlier response was lost. It ignores IDs of events that the account does not have.

        Args:
            id: ID of the webhook.
            event_ids: IDs of the events that the receiver has handled.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        self._core.request(
            "POST",
            f"/webhooks/{quote('id', id)}/acknowledge",
            body={"event_ids": event_ids},
        )

    def claim(
        self,
        id: str,
        *,
        event_id: str,
        claimant: str,
    ) -> types.Claim:
        """Lets one of several processes of a receiver handle an event that the service delivers again. A claim lasts 20 seconds, and the same process can renew it. After an attempt that has no response yet, claims return `busy` for 10 seconds. This gives the first receiver time to acknowledge the event.

        Args:
            id: ID of the webhook.
            event_id: Event ID.
            claimant: A name that identifies the process, such as a random ID.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/webhooks/{quote('id', id)}/claim",
            body={"event_id": event_id, "claimant": claimant},
            proof=("status", str),
        )

    def deliveries(
        self,
        id: str,
        *,
        status: t.Optional[t.Literal["failed"]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.DeliveryPage:
        """Lists the attempts to deliver to this webhook, newest first.

        Args:
            id: ID of the webhook.
            status: Only failed deliveries.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: not_found, invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/webhooks/{quote('id', id)}/deliveries",
            query={"status": status, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )


class Events:
    """Events, in the form that webhooks deliver."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
        *,
        type: t.Optional[t.Union[t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled"], t.Sequence[t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled"]]]] = None,
        message_id: t.Optional[str] = None,
        related_to: t.Optional[t.Union[str, t.Sequence[str]]] = None,
        created_after: t.Optional[t.Union[str, datetime]] = None,
        created_before: t.Optional[t.Union[str, datetime]] = None,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.EventPage:
        """Lists events, newest first, in the form that webhooks deliver.

        Args:
            type: Only events of these types.
            message_id: Only events of this message.
            related_to: Only events of the messages with these IDs, and of the replies to them.
            created_after: Only events at or after this time.
            created_before: Only events before this time.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/events",
            query={"type": type, "message_id": message_id, "related_to": related_to, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            proof=("data", list),
        )

    def get(
        self,
        id: str,
    ) -> types.Event:
        """Gets one event, in the form that webhooks deliver.

        Args:
            id: ID of the event.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/events/{quote('id', id)}",
            proof=("id", str),
        )

    def redeliver(
        self,
        id: str,
        *,
        webhook_id: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.EventRedeliverResponse:
        """Delivers an event again, byte for byte, to every webhook that subscribes to it and has not acknowledged it.

        Args:
            id: ID of the event.
            webhook_id: Only to this webhook.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: not_found, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/events/{quote('id', id)}/redeliver",
            body={"webhook_id": webhook_id},
            idempotency_key=key_or_new(idempotency_key),
            proof=("deliveries", int),
        )

    def deliveries(
        self,
        id: str,
        *,
        limit: t.Optional[int] = None,
        cursor: t.Optional[str] = None,
    ) -> types.DeliveryPage:
        """Lists the attempts to deliver this event to any webhook, newest first.

        Args:
            id: ID of the event.
            limit: Max number of results to return.
            cursor: The next_cursor of the previous page.

        Raises:
            ApiError: not_found, invalid_cursor, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            f"/events/{quote('id', id)}/deliveries",
            query={"limit": limit, "cursor": cursor},
            proof=("data", list),
        )


class Carriers:
    """The carriers of the service, for its operator."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self,
    ) -> types.CarrierListResponse:
        """Lists the carriers of the service with their status; only the first account of the service, which belongs to its operator, can see them.

        Raises:
            ApiError: operator_only, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "GET",
            "/carriers",
            proof=("data", list),
        )

    def test(
        self,
        name: str,
        *,
        to: str,
        from_: t.Optional[str] = None,
        idempotency_key: t.Optional[str] = None,
    ) -> types.Message:
        """Sends a short text through a carrier, from a number of the account that belongs to it; the message behaves like any other.

        Args:
            name: Name of the carrier in CARRIERS.
            to: Your own phone.
            from_: Sender that belongs to the carrier; any of them if empty.
            idempotency_key: Makes repeated calls run only once. Generated if None.

        Raises:
            ApiError: operator_only, not_found, recipient_opted_out, sender_not_owned, no_route, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
            NetworkError: no response arrived.
        """
        return self._core.request(
            "POST",
            f"/carriers/{quote('name', name)}/test",
            body={"to": to, "from": from_},
            idempotency_key=key_or_new(idempotency_key),
            proof=("id", str),
        )


class Resources:
    """The resources of a client."""

    def __init__(self, core: Core) -> None:
        self.account = Account(core)
        self.keys = Keys(core)
        self.audits = Audits(core)
        self.messages = Messages(core)
        self.contacts = Contacts(core)
        self.lists = Lists(core)
        self.conversations = Conversations(core)
        self.consents = Consents(core)
        self.erasures = Erasures(core)
        self.reviews = Reviews(core)
        self.broadcasts = Broadcasts(core)
        self.verifications = Verifications(core)
        self.numbers = Numbers(core)
        self.registrations = Registrations(core)
        self.reports = Reports(core)
        self.webhooks = Webhooks(core)
        self.events = Events(core)
        self.carriers = Carriers(core)
