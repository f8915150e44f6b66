"""The responses, events and inputs of the service in the wire format. Generated from the contract by `npm run generate`. Do not edit."""

import typing as t
from datetime import datetime

ProblemErrors = t.TypedDict(
    "ProblemErrors",
    {
        "pointer": str,
        "code": t.Literal["required", "unknown_field", "wrong_type", "too_short", "too_long", "out_of_range", "not_one_of", "invalid_format", "exactly_one", "at_least_one", "duplicate", "invalid_phone_number", "invalid_sender", "invalid_url", "not_gsm7", "too_many_segments", "not_found", "taken", "missing_merge_field"],
        "detail": str,
    },
)

Problem = t.TypedDict(
    "Problem",
    {
        "type": str,
        "title": str,
        "status": int,
        "code": t.Literal["malformed_request", "malformed_json", "invalid_cursor", "invalid_idempotency_key", "unauthenticated", "insufficient_scope", "operator_only", "not_found", "unknown_path", "method_not_allowed", "request_timeout", "idempotency_in_progress", "not_cancelable", "status_conflict", "number_in_use", "purchase_pending", "cannot_revoke_current_key", "key_already_rotated", "last_admin_key", "limit_reached", "webhook_disabled", "link_expired", "payload_too_large", "unsupported_media_type", "validation_failed", "idempotency_key_reused", "recipient_opted_out", "sender_not_owned", "unregistered_sender", "no_route", "media_not_supported", "recipient_not_allowed", "daily_limit_reached", "verification_blocked", "opt_in_required", "too_many_verifications", "rate_limited", "headers_too_large", "internal_error", "unavailable", "unconfirmed"],
        "detail": str,
        "request_id": str,
        "errors": t.List[ProblemErrors],
    },
)

AccountRepliesInOneLanguage = t.TypedDict(
    "AccountRepliesInOneLanguage",
    {
        "language": t.Literal["en", "es", "fr", "de", "it", "pt", "nl"],
        "stop": t.Optional[str],
        "start": t.Optional[str],
        "help": t.Optional[str],
        "confirmation": t.Optional[str],
    },
    total=False,
)

AccountKeywords = t.TypedDict(
    "AccountKeywords",
    {
        "stop": t.List[str],
        "start": t.List[str],
        "help": t.List[str],
    },
)

AccountQuietHours = t.TypedDict(
    "AccountQuietHours",
    {
        "start": str,
        "end": str,
    },
)

AccountRetention = t.TypedDict(
    "AccountRetention",
    {
        "otp_text_hours": t.Optional[int],
        "text_days": t.Optional[int],
        "message_days": t.Optional[int],
    },
)

Account = t.TypedDict(
    "Account",
    {
        "id": str,
        "name": str,
        "default_country": str,
        "time_zone": str,
        "brand": t.Optional[str],
        "support_contact": t.Optional[str],
        "language": t.Literal["en", "es", "fr", "de", "it", "pt", "nl"],
        "replies": t.List[AccountRepliesInOneLanguage],
        "keywords": AccountKeywords,
        "opt_out_scope": t.Literal["account", "number"],
        "quiet_hours": AccountQuietHours,
        "verification_countries": t.Optional[t.List[str]],
        "verifications_per_day": t.Optional[int],
        "retention": AccountRetention,
        "scope": t.Literal["read", "send", "admin"],
        "created_at": str,
    },
)

_AccountRepliesInOneLanguageInputNeeds = t.TypedDict(
    "_AccountRepliesInOneLanguageInputNeeds",
    {
        "language": t.Literal["en", "es", "fr", "de", "it", "pt", "nl"],
    },
)

_AccountRepliesInOneLanguageInputHas = t.TypedDict(
    "_AccountRepliesInOneLanguageInputHas",
    {
        "stop": t.Optional[str],
        "start": t.Optional[str],
        "help": t.Optional[str],
        "confirmation": t.Optional[str],
    },
    total=False,
)

class AccountRepliesInOneLanguageInput(_AccountRepliesInOneLanguageInputNeeds, _AccountRepliesInOneLanguageInputHas):
    pass


AccountKeywordsInput = t.TypedDict(
    "AccountKeywordsInput",
    {
        "stop": t.Sequence[str],
        "start": t.Sequence[str],
        "help": t.Sequence[str],
    },
)

AccountQuietHoursInput = t.TypedDict(
    "AccountQuietHoursInput",
    {
        "start": str,
        "end": str,
    },
)

AccountRetentionInput = t.TypedDict(
    "AccountRetentionInput",
    {
        "otp_text_hours": t.Optional[int],
        "text_days": t.Optional[int],
        "message_days": t.Optional[int],
    },
)

ApiKeyWithItsValue = t.TypedDict(
    "ApiKeyWithItsValue",
    {
        "id": str,
        "name": str,
        "scope": t.Literal["read", "send", "admin"],
        "last4": t.Optional[str],
        "current": bool,
        "created_at": str,
        "last_used_at": t.Optional[str],
        "expires_at": t.Optional[str],
        "replaced_by": t.Optional[str],
        "key": str,
    },
)

ApiKey = t.TypedDict(
    "ApiKey",
    {
        "id": str,
        "name": str,
        "scope": t.Literal["read", "send", "admin"],
        "last4": t.Optional[str],
        "current": bool,
        "created_at": str,
        "last_used_at": t.Optional[str],
        "expires_at": t.Optional[str],
        "replaced_by": t.Optional[str],
    },
)

ApiKeyPage = t.TypedDict(
    "ApiKeyPage",
    {
        "data": t.List[ApiKey],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

NewApiKeyWithItsValue = t.TypedDict(
    "NewApiKeyWithItsValue",
    {
        "id": str,
        "name": str,
        "scope": t.Literal["read", "send", "admin"],
        "last4": t.Optional[str],
        "current": bool,
        "created_at": str,
        "last_used_at": t.Optional[str],
        "expires_at": t.Optional[str],
        "replaced_by": t.Optional[str],
        "key": str,
        "old_key_expires_at": str,
    },
)

AuditEntry = t.TypedDict(
    "AuditEntry",
    {
        "id": str,
        "operation": str,
        "outcome": t.Literal["succeeded", "started", "failed", "denied"],
        "actor": t.Literal["key", "command_line", "service"],
        "key_id": t.Optional[str],
        "key_name": t.Optional[str],
        "key_scope": t.Optional[t.Literal["read", "send", "admin"]],
        "resource_id": t.Optional[str],
        "fields": t.List[str],
        "request_id": t.Optional[str],
        "ip_address": t.Optional[str],
        "created_at": str,
    },
)

AuditEntryPage = t.TypedDict(
    "AuditEntryPage",
    {
        "data": t.List[AuditEntry],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

MessageMedia = t.TypedDict(
    "MessageMedia",
    {
        "url": str,
        "content_type": t.Optional[str],
        "size": t.Optional[int],
    },
)

MessageError = t.TypedDict(
    "MessageError",
    {
        "code": t.Literal["recipient_opted_out", "opt_in_required", "sender_released", "unregistered_sender", "no_route", "carrier_rejected", "carrier_undeliverable", "carrier_discarded", "media_rejected", "carrier_expired", "carrier_unavailable", "ttl_expired", "no_receipt"],
        "message": str,
        "carrier_code": t.Optional[str],
        "retryable": bool,
    },
)

Message = t.TypedDict(
    "Message",
    {
        "id": str,
        "direction": t.Literal["outbound", "inbound"],
        "status": t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"],
        "to": str,
        "from": str,
        "text": str,
        "sent_text": t.Optional[str],
        "text_erased_at": t.Optional[str],
        "media": t.List[MessageMedia],
        "encoding": t.Literal["gsm7", "ucs2"],
        "segments": int,
        "purpose": t.Literal["notification", "otp", "marketing", "alert"],
        "country": t.Optional[str],
        "contact_id": t.Optional[str],
        "list_ids": t.List[str],
        "campaign_id": t.Optional[str],
        "reference": t.Optional[str],
        "metadata": t.Dict[str, str],
        "error": t.Optional[MessageError],
        "in_reply_to": t.Optional[str],
        "conversation_id": t.Optional[str],
        "broadcast_id": t.Optional[str],
        "keyword": t.Optional[t.Literal["stop", "start", "help"]],
        "possible_keyword": t.Optional[t.Literal["stop", "start", "help"]],
        "keyword_rule": t.Optional[str],
        "automatic": bool,
        "sequence": int,
        "send_at": t.Optional[str],
        "held_reason": t.Optional[t.Literal["quiet_hours"]],
        "expires_at": t.Optional[str],
        "created_at": str,
        "sent_at": t.Optional[str],
        "delivered_at": t.Optional[str],
        "final_at": t.Optional[str],
    },
)

MessageSendBatchResponseResults = t.TypedDict(
    "MessageSendBatchResponseResults",
    {
        "status": int,
        "message": t.Optional[Message],
        "problem": t.Optional[Problem],
        "replayed": bool,
    },
)

MessageSendBatchResponse = t.TypedDict(
    "MessageSendBatchResponse",
    {
        "results": t.List[MessageSendBatchResponseResults],
    },
)

MessageInput = t.TypedDict(
    "MessageInput",
    {
        "to": t.Optional[str],
        "contact_id": t.Optional[str],
        "from": t.Optional[str],
        "text": t.Optional[str],
        "merge_fields": t.Optional[bool],
        "media_urls": t.Optional[t.Sequence[str]],
        "send_at": t.Optional[t.Union[str, datetime]],
        "ttl": t.Optional[int],
        "purpose": t.Optional[t.Literal["notification", "otp", "marketing", "alert"]],
        "encoding": t.Optional[t.Literal["auto", "gsm7", "ucs2"]],
        "smart_encoding": t.Optional[bool],
        "reference": t.Optional[str],
        "metadata": t.Optional[t.Mapping[str, str]],
        "idempotency_key": t.Optional[str],
    },
    total=False,
)

Preview = t.TypedDict(
    "Preview",
    {
        "would_send": bool,
        "problem": t.Optional[Problem],
        "status": t.Optional[t.Literal["scheduled", "queued"]],
        "to": t.Optional[str],
        "from": t.Optional[str],
        "country": t.Optional[str],
        "encoding": t.Optional[t.Literal["gsm7", "ucs2"]],
        "segments": t.Optional[int],
        "text": t.Optional[str],
        "sent_text": t.Optional[str],
        "send_at": t.Optional[str],
        "held_reason": t.Optional[t.Literal["quiet_hours"]],
        "expires_at": t.Optional[str],
    },
)

Attempt = t.TypedDict(
    "Attempt",
    {
        "id": str,
        "carrier": str,
        "result": t.Literal["accepted", "refused", "no_response", "throttled", "temporary_error", "unreachable"],
        "carrier_code": t.Optional[str],
        "count": int,
        "first_at": str,
        "last_at": str,
    },
)

AttemptPage = t.TypedDict(
    "AttemptPage",
    {
        "data": t.List[Attempt],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

MessagePage = t.TypedDict(
    "MessagePage",
    {
        "data": t.List[Message],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

ContactConsent = t.TypedDict(
    "ContactConsent",
    {
        "source": str,
        "at": str,
    },
)

Contact = t.TypedDict(
    "Contact",
    {
        "id": str,
        "phone": str,
        "first_name": t.Optional[str],
        "last_name": t.Optional[str],
        "email": t.Optional[str],
        "external_id": t.Optional[str],
        "time_zone": t.Optional[str],
        "attributes": t.Dict[str, str],
        "lists": t.List[str],
        "status": t.Literal["subscribed", "opted_out", "pending"],
        "opted_out_numbers": t.List[str],
        "consent": t.Optional[ContactConsent],
        "created_at": str,
        "updated_at": str,
    },
)

ContactConsentInput = t.TypedDict(
    "ContactConsentInput",
    {
        "source": str,
        "at": t.Union[str, datetime],
    },
)

ContactPage = t.TypedDict(
    "ContactPage",
    {
        "data": t.List[Contact],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

ImportRefusedRow = t.TypedDict(
    "ImportRefusedRow",
    {
        "line": int,
        "column": t.Optional[str],
        "code": t.Literal["required", "unknown_field", "wrong_type", "too_short", "too_long", "out_of_range", "not_one_of", "invalid_format", "exactly_one", "at_least_one", "duplicate", "invalid_phone_number", "invalid_sender", "invalid_url", "not_gsm7", "too_many_segments", "not_found", "taken", "missing_merge_field"],
        "detail": str,
    },
)

ImportImportedColumn = t.TypedDict(
    "ImportImportedColumn",
    {
        "title": str,
        "field": t.Optional[str],
    },
)

Import = t.TypedDict(
    "Import",
    {
        "created": int,
        "updated": int,
        "refused": t.List[ImportRefusedRow],
        "columns": t.List[ImportImportedColumn],
    },
)

ContactExportConversationLastMessage = t.TypedDict(
    "ContactExportConversationLastMessage",
    {
        "id": str,
        "direction": t.Literal["outbound", "inbound"],
        "status": t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"],
        "text": str,
        "text_erased_at": t.Optional[str],
        "created_at": str,
    },
)

ContactExportConversation = t.TypedDict(
    "ContactExportConversation",
    {
        "id": str,
        "number": str,
        "phone": str,
        "contact": t.Optional[Contact],
        "status": t.Literal["open", "closed"],
        "unread": int,
        "last_message": t.Optional[ContactExportConversationLastMessage],
        "created_at": str,
        "updated_at": str,
        "closed_at": t.Optional[str],
    },
)

ContactExportConsentRecord = t.TypedDict(
    "ContactExportConsentRecord",
    {
        "id": str,
        "phone": str,
        "contact_id": t.Optional[str],
        "action": t.Literal["opted_in", "opted_out", "confirmation_requested"],
        "method": t.Literal["text", "review", "api", "import", "carrier"],
        "number": t.Optional[str],
        "words": t.Optional[str],
        "rule": t.Optional[str],
        "source": t.Optional[str],
        "message_id": t.Optional[str],
        "key_id": t.Optional[str],
        "occurred_at": str,
        "created_at": str,
    },
)

ContactExportReview = t.TypedDict(
    "ContactExportReview",
    {
        "id": str,
        "status": t.Literal["open", "confirmed", "dismissed"],
        "keyword": t.Literal["stop", "start"],
        "rule": str,
        "explanation": str,
        "message_id": str,
        "text": str,
        "phone": str,
        "number": str,
        "contact_id": t.Optional[str],
        "conversation_id": t.Optional[str],
        "created_at": str,
        "decided_at": t.Optional[str],
    },
)

ContactExportVerification = t.TypedDict(
    "ContactExportVerification",
    {
        "id": str,
        "status": t.Literal["pending", "approved", "failed", "expired", "canceled"],
        "to": str,
        "country": t.Optional[str],
        "attempts_left": int,
        "message_id": str,
        "next_code_at": str,
        "expires_at": str,
        "created_at": str,
        "approved_at": t.Optional[str],
    },
)

ContactExport = t.TypedDict(
    "ContactExport",
    {
        "phone": str,
        "contact": t.Optional[Contact],
        "conversations": t.List[ContactExportConversation],
        "consents": t.List[ContactExportConsentRecord],
        "reviews": t.List[ContactExportReview],
        "verifications": t.List[ContactExportVerification],
        "messages": t.List[Message],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

ContactList = t.TypedDict(
    "ContactList",
    {
        "id": str,
        "name": str,
        "size": int,
        "created_at": str,
        "updated_at": str,
    },
)

ContactListPage = t.TypedDict(
    "ContactListPage",
    {
        "data": t.List[ContactList],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

ConversationLastMessage = t.TypedDict(
    "ConversationLastMessage",
    {
        "id": str,
        "direction": t.Literal["outbound", "inbound"],
        "status": t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"],
        "text": str,
        "text_erased_at": t.Optional[str],
        "created_at": str,
    },
)

Conversation = t.TypedDict(
    "Conversation",
    {
        "id": str,
        "number": str,
        "phone": str,
        "contact": t.Optional[Contact],
        "status": t.Literal["open", "closed"],
        "unread": int,
        "last_message": t.Optional[ConversationLastMessage],
        "created_at": str,
        "updated_at": str,
        "closed_at": t.Optional[str],
    },
)

ConversationPage = t.TypedDict(
    "ConversationPage",
    {
        "data": t.List[Conversation],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

ConsentRecord = t.TypedDict(
    "ConsentRecord",
    {
        "id": str,
        "phone": str,
        "contact_id": t.Optional[str],
        "action": t.Literal["opted_in", "opted_out", "confirmation_requested"],
        "method": t.Literal["text", "review", "api", "import", "carrier"],
        "number": t.Optional[str],
        "words": t.Optional[str],
        "rule": t.Optional[str],
        "source": t.Optional[str],
        "message_id": t.Optional[str],
        "key_id": t.Optional[str],
        "occurred_at": str,
        "created_at": str,
    },
)

ConsentRecordPage = t.TypedDict(
    "ConsentRecordPage",
    {
        "data": t.List[ConsentRecord],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

Erasure = t.TypedDict(
    "Erasure",
    {
        "id": str,
        "contact_id": t.Optional[str],
        "status": t.Literal["running", "completed"],
        "messages": int,
        "created_at": str,
        "completed_at": t.Optional[str],
    },
)

ErasurePage = t.TypedDict(
    "ErasurePage",
    {
        "data": t.List[Erasure],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

Review = t.TypedDict(
    "Review",
    {
        "id": str,
        "status": t.Literal["open", "confirmed", "dismissed"],
        "keyword": t.Literal["stop", "start"],
        "rule": str,
        "explanation": str,
        "message_id": str,
        "text": str,
        "phone": str,
        "number": str,
        "contact_id": t.Optional[str],
        "conversation_id": t.Optional[str],
        "created_at": str,
        "decided_at": t.Optional[str],
    },
)

ReviewPage = t.TypedDict(
    "ReviewPage",
    {
        "data": t.List[Review],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

BroadcastAudienceFilter = t.TypedDict(
    "BroadcastAudienceFilter",
    {
        "attributes": t.Dict[str, str],
        "country": str,
        "time_zone": str,
        "created_after": str,
        "created_before": str,
    },
    total=False,
)

BroadcastAudience = t.TypedDict(
    "BroadcastAudience",
    {
        "list_ids": t.List[str],
        "filter": BroadcastAudienceFilter,
        "all_contacts": bool,
        "exclude_list_ids": t.List[str],
    },
    total=False,
)

BroadcastStopRules = t.TypedDict(
    "BroadcastStopRules",
    {
        "failure_percent": float,
        "opt_out_percent": float,
    },
)

BroadcastCounts = t.TypedDict(
    "BroadcastCounts",
    {
        "recipients": int,
        "pending": int,
        "skipped": int,
        "queued": int,
        "sent": int,
        "delivered": int,
        "undelivered": int,
        "failed": int,
        "expired": int,
        "unconfirmed": int,
        "canceled": int,
        "opted_out": int,
        "replied": int,
        "segments": int,
    },
)

Broadcast = t.TypedDict(
    "Broadcast",
    {
        "id": str,
        "name": str,
        "status": t.Literal["scheduled", "running", "paused", "stopped", "completed", "canceled"],
        "stopped_reason": t.Optional[t.Literal["failure_rate", "opt_out_rate", "daily_limit_reached", "sender_released", "list_deleted", "too_many_recipients"]],
        "audience": BroadcastAudience,
        "from": str,
        "text": str,
        "media_urls": t.List[str],
        "smart_encoding": bool,
        "purpose": t.Literal["marketing", "notification", "alert"],
        "messages_per_minute": t.Optional[int],
        "stop_rules": BroadcastStopRules,
        "metadata": t.Dict[str, str],
        "progress": int,
        "counts": BroadcastCounts,
        "send_at": t.Optional[str],
        "next_message_at": t.Optional[str],
        "created_at": str,
        "started_at": t.Optional[str],
        "completed_at": t.Optional[str],
    },
)

BroadcastAudienceFilterInput = t.TypedDict(
    "BroadcastAudienceFilterInput",
    {
        "attributes": t.Mapping[str, str],
        "country": str,
        "time_zone": str,
        "created_after": t.Union[str, datetime],
        "created_before": t.Union[str, datetime],
    },
    total=False,
)

BroadcastAudienceInput = t.TypedDict(
    "BroadcastAudienceInput",
    {
        "list_ids": t.Sequence[str],
        "filter": BroadcastAudienceFilterInput,
        "all_contacts": bool,
        "exclude_list_ids": t.Sequence[str],
    },
    total=False,
)

BroadcastStopRulesInput = t.TypedDict(
    "BroadcastStopRulesInput",
    {
        "failure_percent": float,
        "opt_out_percent": float,
    },
    total=False,
)

BroadcastPreviewSkippedContacts = t.TypedDict(
    "BroadcastPreviewSkippedContacts",
    {
        "reason": t.Literal["opted_out", "pending_consent", "opt_out_in_review", "missing_merge_field", "too_many_segments", "not_allowed", "no_route", "unregistered_sender", "contact_deleted", "canceled"],
        "count": int,
    },
)

BroadcastPreviewSample = t.TypedDict(
    "BroadcastPreviewSample",
    {
        "contact_id": str,
        "phone": str,
        "text": str,
        "encoding": t.Literal["gsm7", "ucs2"],
        "segments": int,
    },
)

BroadcastPreview = t.TypedDict(
    "BroadcastPreview",
    {
        "would_send": bool,
        "problem": t.Optional[Problem],
        "recipients": int,
        "messages": int,
        "held": int,
        "next_message_at": t.Optional[str],
        "segments": int,
        "skipped": t.List[BroadcastPreviewSkippedContacts],
        "samples": t.List[BroadcastPreviewSample],
    },
)

BroadcastPage = t.TypedDict(
    "BroadcastPage",
    {
        "data": t.List[Broadcast],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

BroadcastRecipient = t.TypedDict(
    "BroadcastRecipient",
    {
        "contact_id": str,
        "phone": str,
        "status": t.Literal["pending", "created", "skipped"],
        "skipped_reason": t.Optional[t.Literal["opted_out", "pending_consent", "opt_out_in_review", "missing_merge_field", "too_many_segments", "not_allowed", "no_route", "unregistered_sender", "contact_deleted", "canceled"]],
        "message_id": t.Optional[str],
        "message_status": t.Optional[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]],
    },
)

BroadcastRecipientPage = t.TypedDict(
    "BroadcastRecipientPage",
    {
        "data": t.List[BroadcastRecipient],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

Verification = t.TypedDict(
    "Verification",
    {
        "id": str,
        "status": t.Literal["pending", "approved", "failed", "expired", "canceled"],
        "to": str,
        "country": t.Optional[str],
        "attempts_left": int,
        "message_id": str,
        "next_code_at": str,
        "expires_at": str,
        "created_at": str,
        "approved_at": t.Optional[str],
    },
)

VerificationCheck = t.TypedDict(
    "VerificationCheck",
    {
        "valid": bool,
        "id": str,
        "status": t.Literal["pending", "approved", "failed", "expired", "canceled"],
        "to": str,
        "country": t.Optional[str],
        "attempts_left": int,
        "message_id": str,
        "next_code_at": str,
        "expires_at": str,
        "created_at": str,
        "approved_at": t.Optional[str],
    },
)

VerificationPage = t.TypedDict(
    "VerificationPage",
    {
        "data": t.List[Verification],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

VerificationPrefix = t.TypedDict(
    "VerificationPrefix",
    {
        "prefix": str,
        "country": t.Optional[str],
        "status": t.Literal["open", "limited", "blocked"],
        "started": int,
        "approved": int,
        "refused": int,
        "blocked_until": t.Optional[str],
    },
)

VerificationPrefixPage = t.TypedDict(
    "VerificationPrefixPage",
    {
        "data": t.List[VerificationPrefix],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

AvailableNumber = t.TypedDict(
    "AvailableNumber",
    {
        "number": str,
        "country": str,
        "type": t.Literal["local", "mobile", "toll_free", "short_code", "alphanumeric"],
        "capabilities": t.List[t.Literal["sms"]],
        "requires_purchase": bool,
    },
)

NumberAvailableResponse = t.TypedDict(
    "NumberAvailableResponse",
    {
        "data": t.List[AvailableNumber],
    },
)

SenderNumber = t.TypedDict(
    "SenderNumber",
    {
        "id": str,
        "number": str,
        "country": str,
        "type": t.Literal["local", "mobile", "toll_free", "short_code", "alphanumeric"],
        "capabilities": t.List[t.Literal["sms"]],
        "status": t.Literal["pending", "active", "suspended", "failed"],
        "purchase_error": t.Optional[str],
        "default": bool,
        "messages_per_second": t.Optional[int],
        "campaign_id": t.Optional[str],
        "created_at": str,
    },
)

SenderNumberPage = t.TypedDict(
    "SenderNumberPage",
    {
        "data": t.List[SenderNumber],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

RegistrationBrand = t.TypedDict(
    "RegistrationBrand",
    {
        "legal_name": str,
        "entity_type": t.Literal["PRIVATE_PROFIT", "PUBLIC_PROFIT", "NON_PROFIT", "GOVERNMENT", "SOLE_PROPRIETOR"],
        "ein": str,
        "vertical": t.Literal["AGRICULTURE", "COMMUNICATION", "CONSTRUCTION", "EDUCATION", "ENERGY", "ENTERTAINMENT", "FINANCIAL", "GAMBLING", "GOVERNMENT", "HEALTHCARE", "HOSPITALITY", "HUMAN_RESOURCES", "INSURANCE", "LEGAL", "MANUFACTURING", "NGO", "POLITICAL", "POSTAL", "PROFESSIONAL", "REAL_ESTATE", "RETAIL", "TECHNOLOGY", "TRANSPORTATION"],
        "website": str,
        "street": str,
        "city": str,
        "region": str,
        "postal_code": str,
        "country": str,
        "email": str,
        "phone": str,
    },
    total=False,
)

RegistrationCampaign = t.TypedDict(
    "RegistrationCampaign",
    {
        "use_case": t.Literal["2FA", "ACCOUNT_NOTIFICATION", "CUSTOMER_CARE", "DELIVERY_NOTIFICATION", "FRAUD_ALERT", "HIGHER_EDUCATION", "LOW_VOLUME", "MARKETING", "MIXED", "POLLING_VOTING", "PUBLIC_SERVICE_ANNOUNCEMENT", "SECURITY_ALERT"],
        "description": str,
        "message_flow": str,
        "samples": t.List[str],
        "opt_in_message": str,
        "opt_out_message": str,
        "help_message": str,
        "privacy_policy_url": str,
        "terms_url": str,
        "has_links": bool,
        "has_phone_numbers": bool,
    },
    total=False,
)

RegistrationRejections = t.TypedDict(
    "RegistrationRejections",
    {
        "pointer": str,
        "detail": str,
    },
)

Registration = t.TypedDict(
    "Registration",
    {
        "id": str,
        "status": t.Literal["pending", "approved", "rejected"],
        "brand": RegistrationBrand,
        "campaign": RegistrationCampaign,
        "number_ids": t.List[str],
        "rejections": t.List[RegistrationRejections],
        "submitted_at": str,
        "decision_by": str,
        "decided_at": t.Optional[str],
    },
)

_RegistrationBrandInputNeeds = t.TypedDict(
    "_RegistrationBrandInputNeeds",
    {
        "legal_name": str,
        "entity_type": t.Literal["PRIVATE_PROFIT", "PUBLIC_PROFIT", "NON_PROFIT", "GOVERNMENT", "SOLE_PROPRIETOR"],
        "vertical": t.Literal["AGRICULTURE", "COMMUNICATION", "CONSTRUCTION", "EDUCATION", "ENERGY", "ENTERTAINMENT", "FINANCIAL", "GAMBLING", "GOVERNMENT", "HEALTHCARE", "HOSPITALITY", "HUMAN_RESOURCES", "INSURANCE", "LEGAL", "MANUFACTURING", "NGO", "POLITICAL", "POSTAL", "PROFESSIONAL", "REAL_ESTATE", "RETAIL", "TECHNOLOGY", "TRANSPORTATION"],
        "website": str,
        "street": str,
        "city": str,
        "region": str,
        "postal_code": str,
        "country": str,
        "email": str,
        "phone": str,
    },
)

_RegistrationBrandInputHas = t.TypedDict(
    "_RegistrationBrandInputHas",
    {
        "ein": str,
    },
    total=False,
)

class RegistrationBrandInput(_RegistrationBrandInputNeeds, _RegistrationBrandInputHas):
    pass


_RegistrationCampaignInputNeeds = t.TypedDict(
    "_RegistrationCampaignInputNeeds",
    {
        "use_case": t.Literal["2FA", "ACCOUNT_NOTIFICATION", "CUSTOMER_CARE", "DELIVERY_NOTIFICATION", "FRAUD_ALERT", "HIGHER_EDUCATION", "LOW_VOLUME", "MARKETING", "MIXED", "POLLING_VOTING", "PUBLIC_SERVICE_ANNOUNCEMENT", "SECURITY_ALERT"],
        "description": str,
        "message_flow": str,
        "samples": t.Sequence[str],
        "opt_in_message": str,
        "opt_out_message": str,
        "help_message": str,
        "privacy_policy_url": str,
        "terms_url": str,
    },
)

_RegistrationCampaignInputHas = t.TypedDict(
    "_RegistrationCampaignInputHas",
    {
        "has_links": bool,
        "has_phone_numbers": bool,
    },
    total=False,
)

class RegistrationCampaignInput(_RegistrationCampaignInputNeeds, _RegistrationCampaignInputHas):
    pass


RegistrationPage = t.TypedDict(
    "RegistrationPage",
    {
        "data": t.List[Registration],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

ReportRow = t.TypedDict(
    "ReportRow",
    {
        "period": t.Optional[str],
        "group": t.Optional[str],
        "messages": int,
        "segments": int,
        "scheduled": int,
        "queued": int,
        "sent": int,
        "delivered": int,
        "undelivered": int,
        "failed": int,
        "expired": int,
        "unconfirmed": int,
        "canceled": int,
        "received": int,
        "delivery_rate": t.Optional[float],
    },
)

ReportTotal = t.TypedDict(
    "ReportTotal",
    {
        "messages": int,
        "segments": int,
        "scheduled": int,
        "queued": int,
        "sent": int,
        "delivered": int,
        "undelivered": int,
        "failed": int,
        "expired": int,
        "unconfirmed": int,
        "canceled": int,
        "received": int,
        "delivery_rate": t.Optional[float],
    },
)

Report = t.TypedDict(
    "Report",
    {
        "start": str,
        "end": str,
        "time_zone": str,
        "interval": t.Optional[t.Literal["hour", "day", "week", "month"]],
        "group_by": t.Optional[t.Literal["status", "purpose", "from", "campaign", "country", "list"]],
        "data": t.List[ReportRow],
        "totals": ReportTotal,
    },
)

WebhookWithSecretFilter = t.TypedDict(
    "WebhookWithSecretFilter",
    {
        "to": t.List[str],
        "from": t.List[str],
        "purpose": t.List[t.Literal["notification", "otp", "marketing", "alert"]],
        "status": t.List[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]],
        "keyword": t.List[t.Literal["none", "stop", "start", "help"]],
        "message_id": t.List[str],
    },
    total=False,
)

WebhookWithSecret = t.TypedDict(
    "WebhookWithSecret",
    {
        "id": str,
        "url": str,
        "events": t.List[t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled", "message.*", "contact.*", "list.*", "review.*", "conversation.*", "broadcast.*", "verification.*", "registration.*", "number.*", "webhook.*", "*"]],
        "filter": t.Optional[WebhookWithSecretFilter],
        "burst_seconds": t.Optional[int],
        "status": t.Literal["enabled", "disabled"],
        "disabled_reason": t.Optional[str],
        "failing_since": t.Optional[str],
        "expires_at": t.Optional[str],
        "created_at": str,
        "updated_at": str,
        "secret": t.Optional[str],
    },
)

WebhookFilterInput = t.TypedDict(
    "WebhookFilterInput",
    {
        "to": t.Sequence[str],
        "from": t.Sequence[str],
        "purpose": t.Sequence[t.Literal["notification", "otp", "marketing", "alert"]],
        "status": t.Sequence[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]],
        "keyword": t.Sequence[t.Literal["none", "stop", "start", "help"]],
        "message_id": t.Sequence[str],
    },
    total=False,
)

WebhookFilter = t.TypedDict(
    "WebhookFilter",
    {
        "to": t.List[str],
        "from": t.List[str],
        "purpose": t.List[t.Literal["notification", "otp", "marketing", "alert"]],
        "status": t.List[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]],
        "keyword": t.List[t.Literal["none", "stop", "start", "help"]],
        "message_id": t.List[str],
    },
    total=False,
)

Webhook = t.TypedDict(
    "Webhook",
    {
        "id": str,
        "url": str,
        "events": t.List[t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled", "message.*", "contact.*", "list.*", "review.*", "conversation.*", "broadcast.*", "verification.*", "registration.*", "number.*", "webhook.*", "*"]],
        "filter": t.Optional[WebhookFilter],
        "burst_seconds": t.Optional[int],
        "status": t.Literal["enabled", "disabled"],
        "disabled_reason": t.Optional[str],
        "failing_since": t.Optional[str],
        "expires_at": t.Optional[str],
        "created_at": str,
        "updated_at": str,
    },
)

WebhookPage = t.TypedDict(
    "WebhookPage",
    {
        "data": t.List[Webhook],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

WebhookTestResponse = t.TypedDict(
    "WebhookTestResponse",
    {
        "event_id": str,
    },
)

Redelivery = t.TypedDict(
    "Redelivery",
    {
        "deliveries": int,
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

WebhookWithNewSecretFilter = t.TypedDict(
    "WebhookWithNewSecretFilter",
    {
        "to": t.List[str],
        "from": t.List[str],
        "purpose": t.List[t.Literal["notification", "otp", "marketing", "alert"]],
        "status": t.List[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]],
        "keyword": t.List[t.Literal["none", "stop", "start", "help"]],
        "message_id": t.List[str],
    },
    total=False,
)

WebhookWithNewSecret = t.TypedDict(
    "WebhookWithNewSecret",
    {
        "id": str,
        "url": str,
        "events": t.List[t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled", "message.*", "contact.*", "list.*", "review.*", "conversation.*", "broadcast.*", "verification.*", "registration.*", "number.*", "webhook.*", "*"]],
        "filter": t.Optional[WebhookWithNewSecretFilter],
        "burst_seconds": t.Optional[int],
        "status": t.Literal["enabled", "disabled"],
        "disabled_reason": t.Optional[str],
        "failing_since": t.Optional[str],
        "expires_at": t.Optional[str],
        "created_at": str,
        "updated_at": str,
        "secret": t.Optional[str],
        "previous_secret_expires_at": str,
    },
)

Claim = t.TypedDict(
    "Claim",
    {
        "status": t.Literal["granted", "handled", "busy"],
    },
)

Delivery = t.TypedDict(
    "Delivery",
    {
        "id": str,
        "webhook_id": str,
        "event_id": str,
        "event_type": t.Literal["message.received", "message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unconfirmed", "message.canceled", "contact.created", "contact.opted_out", "contact.opted_in", "list.contact_added", "review.created", "review.decided", "conversation.opened", "conversation.closed", "broadcast.started", "broadcast.stopped", "broadcast.completed", "broadcast.canceled", "verification.approved", "verification.failed", "registration.approved", "registration.rejected", "number.activated", "number.failed", "webhook.test", "webhook.expired", "webhook.disabled"],
        "attempt": int,
        "status": t.Literal["succeeded", "failed"],
        "status_code": t.Optional[int],
        "response_body": t.Optional[str],
        "error": t.Optional[str],
        "duration_ms": int,
        "started_at": str,
        "next_attempt_at": t.Optional[str],
    },
)

DeliveryPage = t.TypedDict(
    "DeliveryPage",
    {
        "data": t.List[Delivery],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

EventPage = t.TypedDict(
    "EventPage",
    {
        "data": t.List["Event"],
        "has_more": bool,
        "next_cursor": t.Optional[str],
    },
)

EventRedeliverResponse = t.TypedDict(
    "EventRedeliverResponse",
    {
        "deliveries": int,
    },
)

CarrierCarrierError = t.TypedDict(
    "CarrierCarrierError",
    {
        "code": t.Optional[str],
        "message": str,
        "count": int,
        "last_at": str,
    },
)

Carrier = t.TypedDict(
    "Carrier",
    {
        "name": str,
        "type": str,
        "status": t.Literal["working", "failing", "stopped"],
        "retry_at": t.Optional[str],
        "pending": int,
        "sent": int,
        "delivered": int,
        "failed": int,
        "callback_url": t.Optional[str],
        "inbound_webhook_url": t.Optional[str],
        "last_callback_at": t.Optional[str],
        "errors": t.List[CarrierCarrierError],
    },
)

CarrierListResponse = t.TypedDict(
    "CarrierListResponse",
    {
        "data": t.List[Carrier],
    },
)

MessageEventDataMedia = t.TypedDict(
    "MessageEventDataMedia",
    {
        "url": str,
        "content_type": t.Optional[str],
        "size": t.Optional[int],
    },
)

MessageEventDataError = t.TypedDict(
    "MessageEventDataError",
    {
        "code": t.Literal["recipient_opted_out", "opt_in_required", "sender_released", "unregistered_sender", "no_route", "carrier_rejected", "carrier_undeliverable", "carrier_discarded", "media_rejected", "carrier_expired", "carrier_unavailable", "ttl_expired", "no_receipt"],
        "message": str,
        "carrier_code": t.Optional[str],
        "retryable": bool,
    },
)

MessageEventDataTextOfBurstMedia = t.TypedDict(
    "MessageEventDataTextOfBurstMedia",
    {
        "url": str,
        "content_type": t.Optional[str],
        "size": t.Optional[int],
    },
)

MessageEventDataTextOfBurst = t.TypedDict(
    "MessageEventDataTextOfBurst",
    {
        "message_id": str,
        "text": str,
        "media": t.List[MessageEventDataTextOfBurstMedia],
        "keyword": t.Optional[t.Literal["stop", "start", "help"]],
        "created_at": str,
    },
)

MessageEventData = t.TypedDict(
    "MessageEventData",
    {
        "id": str,
        "direction": t.Literal["outbound", "inbound"],
        "status": t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"],
        "to": str,
        "from": str,
        "text": str,
        "sent_text": t.Optional[str],
        "text_erased_at": t.Optional[str],
        "media": t.List[MessageEventDataMedia],
        "encoding": t.Literal["gsm7", "ucs2"],
        "segments": int,
        "purpose": t.Literal["notification", "otp", "marketing", "alert"],
        "country": t.Optional[str],
        "contact_id": t.Optional[str],
        "list_ids": t.List[str],
        "campaign_id": t.Optional[str],
        "reference": t.Optional[str],
        "metadata": t.Dict[str, str],
        "error": t.Optional[MessageEventDataError],
        "in_reply_to": t.Optional[str],
        "conversation_id": t.Optional[str],
        "broadcast_id": t.Optional[str],
        "keyword": t.Optional[t.Literal["stop", "start", "help"]],
        "possible_keyword": t.Optional[t.Literal["stop", "start", "help"]],
        "keyword_rule": t.Optional[str],
        "automatic": bool,
        "sequence": int,
        "send_at": t.Optional[str],
        "held_reason": t.Optional[t.Literal["quiet_hours"]],
        "expires_at": t.Optional[str],
        "created_at": str,
        "sent_at": t.Optional[str],
        "delivered_at": t.Optional[str],
        "final_at": t.Optional[str],
        "previous_status": t.Optional[t.Literal["scheduled", "queued", "sent", "delivered", "undelivered", "failed", "expired", "unconfirmed", "canceled", "received"]],
        "burst": t.Optional[t.List[MessageEventDataTextOfBurst]],
        "contact": t.Optional[Contact],
    },
)

MessageReceivedEvent = t.TypedDict(
    "MessageReceivedEvent",
    {
        "id": str,
        "type": t.Literal["message.received"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

MessageSentEvent = t.TypedDict(
    "MessageSentEvent",
    {
        "id": str,
        "type": t.Literal["message.sent"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

MessageDeliveredEvent = t.TypedDict(
    "MessageDeliveredEvent",
    {
        "id": str,
        "type": t.Literal["message.delivered"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

MessageUndeliveredEvent = t.TypedDict(
    "MessageUndeliveredEvent",
    {
        "id": str,
        "type": t.Literal["message.undelivered"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

MessageFailedEvent = t.TypedDict(
    "MessageFailedEvent",
    {
        "id": str,
        "type": t.Literal["message.failed"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

MessageExpiredEvent = t.TypedDict(
    "MessageExpiredEvent",
    {
        "id": str,
        "type": t.Literal["message.expired"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

MessageUnconfirmedEvent = t.TypedDict(
    "MessageUnconfirmedEvent",
    {
        "id": str,
        "type": t.Literal["message.unconfirmed"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

MessageCanceledEvent = t.TypedDict(
    "MessageCanceledEvent",
    {
        "id": str,
        "type": t.Literal["message.canceled"],
        "timestamp": str,
        "data": MessageEventData,
    },
)

ContactEventDataConsent = t.TypedDict(
    "ContactEventDataConsent",
    {
        "source": str,
        "at": str,
    },
)

ContactEventData = t.TypedDict(
    "ContactEventData",
    {
        "id": str,
        "phone": str,
        "first_name": t.Optional[str],
        "last_name": t.Optional[str],
        "email": t.Optional[str],
        "external_id": t.Optional[str],
        "time_zone": t.Optional[str],
        "attributes": t.Dict[str, str],
        "lists": t.List[str],
        "status": t.Literal["subscribed", "opted_out", "pending"],
        "opted_out_numbers": t.List[str],
        "consent": t.Optional[ContactEventDataConsent],
        "created_at": str,
        "updated_at": str,
        "previous_status": t.Optional[t.Literal["subscribed", "opted_out", "pending"]],
    },
)

ContactCreatedEvent = t.TypedDict(
    "ContactCreatedEvent",
    {
        "id": str,
        "type": t.Literal["contact.created"],
        "timestamp": str,
        "data": ContactEventData,
    },
)

ContactOptedOutEvent = t.TypedDict(
    "ContactOptedOutEvent",
    {
        "id": str,
        "type": t.Literal["contact.opted_out"],
        "timestamp": str,
        "data": ContactEventData,
    },
)

ContactOptedInEvent = t.TypedDict(
    "ContactOptedInEvent",
    {
        "id": str,
        "type": t.Literal["contact.opted_in"],
        "timestamp": str,
        "data": ContactEventData,
    },
)

ListEventData = t.TypedDict(
    "ListEventData",
    {
        "id": str,
        "name": str,
        "contact": Contact,
    },
)

ContactAddedToListEvent = t.TypedDict(
    "ContactAddedToListEvent",
    {
        "id": str,
        "type": t.Literal["list.contact_added"],
        "timestamp": str,
        "data": ListEventData,
    },
)

ReviewCreatedEvent = t.TypedDict(
    "ReviewCreatedEvent",
    {
        "id": str,
        "type": t.Literal["review.created"],
        "timestamp": str,
        "data": Review,
    },
)

ReviewDecidedEvent = t.TypedDict(
    "ReviewDecidedEvent",
    {
        "id": str,
        "type": t.Literal["review.decided"],
        "timestamp": str,
        "data": Review,
    },
)

ConversationOpenedEvent = t.TypedDict(
    "ConversationOpenedEvent",
    {
        "id": str,
        "type": t.Literal["conversation.opened"],
        "timestamp": str,
        "data": Conversation,
    },
)

ConversationClosedEvent = t.TypedDict(
    "ConversationClosedEvent",
    {
        "id": str,
        "type": t.Literal["conversation.closed"],
        "timestamp": str,
        "data": Conversation,
    },
)

BroadcastStartedEvent = t.TypedDict(
    "BroadcastStartedEvent",
    {
        "id": str,
        "type": t.Literal["broadcast.started"],
        "timestamp": str,
        "data": Broadcast,
    },
)

BroadcastStoppedEvent = t.TypedDict(
    "BroadcastStoppedEvent",
    {
        "id": str,
        "type": t.Literal["broadcast.stopped"],
        "timestamp": str,
        "data": Broadcast,
    },
)

BroadcastCompletedEvent = t.TypedDict(
    "BroadcastCompletedEvent",
    {
        "id": str,
        "type": t.Literal["broadcast.completed"],
        "timestamp": str,
        "data": Broadcast,
    },
)

BroadcastCanceledEvent = t.TypedDict(
    "BroadcastCanceledEvent",
    {
        "id": str,
        "type": t.Literal["broadcast.canceled"],
        "timestamp": str,
        "data": Broadcast,
    },
)

VerificationApprovedEvent = t.TypedDict(
    "VerificationApprovedEvent",
    {
        "id": str,
        "type": t.Literal["verification.approved"],
        "timestamp": str,
        "data": Verification,
    },
)

VerificationFailedEvent = t.TypedDict(
    "VerificationFailedEvent",
    {
        "id": str,
        "type": t.Literal["verification.failed"],
        "timestamp": str,
        "data": Verification,
    },
)

RegistrationApprovedEvent = t.TypedDict(
    "RegistrationApprovedEvent",
    {
        "id": str,
        "type": t.Literal["registration.approved"],
        "timestamp": str,
        "data": Registration,
    },
)

RegistrationRejectedEvent = t.TypedDict(
    "RegistrationRejectedEvent",
    {
        "id": str,
        "type": t.Literal["registration.rejected"],
        "timestamp": str,
        "data": Registration,
    },
)

NumberActivatedEvent = t.TypedDict(
    "NumberActivatedEvent",
    {
        "id": str,
        "type": t.Literal["number.activated"],
        "timestamp": str,
        "data": SenderNumber,
    },
)

NumberFailedEvent = t.TypedDict(
    "NumberFailedEvent",
    {
        "id": str,
        "type": t.Literal["number.failed"],
        "timestamp": str,
        "data": SenderNumber,
    },
)

WebhookEventData = t.TypedDict(
    "WebhookEventData",
    {
        "webhook_id": str,
    },
)

WebhookTestEvent = t.TypedDict(
    "WebhookTestEvent",
    {
        "id": str,
        "type": t.Literal["webhook.test"],
        "timestamp": str,
        "data": WebhookEventData,
    },
)

WebhookExpiredEvent = t.TypedDict(
    "WebhookExpiredEvent",
    {
        "id": str,
        "type": t.Literal["webhook.expired"],
        "timestamp": str,
        "data": WebhookEventData,
    },
)

WebhookDisabledData = t.TypedDict(
    "WebhookDisabledData",
    {
        "webhook_id": str,
        "url": str,
        "disabled_reason": str,
    },
)

WebhookDisabledEvent = t.TypedDict(
    "WebhookDisabledEvent",
    {
        "id": str,
        "type": t.Literal["webhook.disabled"],
        "timestamp": str,
        "data": WebhookDisabledData,
    },
)

#: An event, as webhooks deliver it. Its ``type`` says which of these it is.
Event = t.Union[
    MessageReceivedEvent,
    MessageSentEvent,
    MessageDeliveredEvent,
    MessageUndeliveredEvent,
    MessageFailedEvent,
    MessageExpiredEvent,
    MessageUnconfirmedEvent,
    MessageCanceledEvent,
    ContactCreatedEvent,
    ContactOptedOutEvent,
    ContactOptedInEvent,
    ContactAddedToListEvent,
    ReviewCreatedEvent,
    ReviewDecidedEvent,
    ConversationOpenedEvent,
    ConversationClosedEvent,
    BroadcastStartedEvent,
    BroadcastStoppedEvent,
    BroadcastCompletedEvent,
    BroadcastCanceledEvent,
    VerificationApprovedEvent,
    VerificationFailedEvent,
    RegistrationApprovedEvent,
    RegistrationRejectedEvent,
    NumberActivatedEvent,
    NumberFailedEvent,
    WebhookTestEvent,
    WebhookExpiredEvent,
    WebhookDisabledEvent,
]
