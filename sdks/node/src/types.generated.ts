// Generated from the contract by `npm run generate`. Do not edit.

export const version = "0.1.0";

/** What a response says about a call. */
export interface CallResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Whether the service repeated the response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** The headers by their names in lowercase, such as `ratelimit`. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Options that every call accepts. */
export interface CallOptions {
  /** Cancels the call. It then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Gets the last response of the call, even of a failed one, before the call ends. */
  onResponse?: ((response: CallResponse) => void) | undefined;
}

/** Options of a call that changes something. */
export interface ChangeOptions extends CallOptions {
  /** Makes repeated calls run only once. Generated if absent. */
  idempotencyKey?: string | undefined;
}

/** The codes of errors. A newer service may use more of them. */
export type ErrorCode =
  | 'malformed_request'
  | 'malformed_json'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'unauthenticated'
  | 'insufficient_scope'
  | 'operator_only'
  | 'not_found'
  | 'unknown_path'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'idempotency_in_progress'
  | 'not_cancelable'
  | 'status_conflict'
  | 'number_in_use'
  | 'purchase_pending'
  | 'cannot_revoke_current_key'
  | 'key_already_rotated'
  | 'last_admin_key'
  | 'limit_reached'
  | 'webhook_disabled'
  | 'link_expired'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'recipient_opted_out'
  | 'sender_not_owned'
  | 'unregistered_sender'
  | 'no_route'
  | 'media_not_supported'
  | 'recipient_not_allowed'
  | 'daily_limit_reached'
  | 'verification_blocked'
  | 'opt_in_required'
  | 'too_many_verifications'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'unavailable'
  | 'unconfirmed'
  | 'unexpected_response';

/** An event, as webhooks deliver it. Its `type` says which of these it is. */
export type TextloomEvent =
  | MessageReceivedEvent
  | MessageSentEvent
  | MessageDeliveredEvent
  | MessageUndeliveredEvent
  | MessageFailedEvent
  | MessageExpiredEvent
  | MessageUnconfirmedEvent
  | MessageCanceledEvent
  | ContactCreatedEvent
  | ContactOptedOutEvent
  | ContactOptedInEvent
  | ContactAddedToListEvent
  | ReviewCreatedEvent
  | ReviewDecidedEvent
  | ConversationOpenedEvent
  | ConversationClosedEvent
  | BroadcastStartedEvent
  | BroadcastStoppedEvent
  | BroadcastCompletedEvent
  | BroadcastCanceledEvent
  | VerificationApprovedEvent
  | VerificationFailedEvent
  | RegistrationApprovedEvent
  | RegistrationRejectedEvent
  | NumberActivatedEvent
  | NumberFailedEvent
  | WebhookTestEvent
  | WebhookExpiredEvent
  | WebhookDisabledEvent;

export interface ProblemErrors {
  /** JSON Pointer of the field. */
  pointer: string;
  code: 'required' | 'unknown_field' | 'wrong_type' | 'too_short' | 'too_long' | 'out_of_range' | 'not_one_of' | 'invalid_format' | 'exactly_one' | 'at_least_one' | 'duplicate' | 'invalid_phone_number' | 'invalid_sender' | 'invalid_url' | 'not_gsm7' | 'too_many_segments' | 'not_found' | 'taken' | 'missing_merge_field';
  detail: string;
}

export interface Problem {
  /** URL of the page about this error. */
  type: string;
  /** What happened, in a few words. */
  title: string;
  /** HTTP status. */
  status: number;
  /** Stable name of the error. */
  code: 'malformed_request' | 'malformed_json' | 'invalid_cursor' | 'invalid_idempotency_key' | 'unauthenticated' | 'insufficient_scope' | 'operator_only' | 'not_found' | 'unknown_path' | 'method_not_allowed' | 'request_timeout' | 'idempotency_in_progress' | 'not_cancelable' | 'status_conflict' | 'number_in_use' | 'purchase_pending' | 'cannot_revoke_current_key' | 'key_already_rotated' | 'last_admin_key' | 'limit_reached' | 'webhook_disabled' | 'link_expired' | 'payload_too_large' | 'unsupported_media_type' | 'validation_failed' | 'idempotency_key_reused' | 'recipient_opted_out' | 'sender_not_owned' | 'unregistered_sender' | 'no_route' | 'media_not_supported' | 'recipient_not_allowed' | 'daily_limit_reached' | 'verification_blocked' | 'opt_in_required' | 'too_many_verifications' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'unavailable' | 'unconfirmed';
  /** What happened in this request and what to do next. */
  detail: string;
  /** Identifies the request in the log. */
  request_id: string;
  /** The fields with errors. */
  errors: ProblemErrors[];
}

export interface AccountRepliesInOneLanguage {
  /** Language of the texts that the service writes to recipients. */
  language: 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'nl';
  /** Confirms an opt-out. */
  stop?: string | null;
  /** Confirms that the recipient gets messages again. */
  start?: string | null;
  /** Says who you are and how to opt out. */
  help?: string | null;
  /** Asks a pending contact to reply YES. */
  confirmation?: string | null;
}

export interface AccountKeywords {
  /** Words that opt a sender out. */
  stop: string[];
  /** Words that opt a sender in again. */
  start: string[];
  /** Words that the reply to HELP answers. */
  help: string[];
}

export interface AccountQuietHours {
  /** When quiet hours start. */
  start: string;
  /** When quiet hours end. */
  end: string;
}

export interface AccountRetention {
  /** Hours after which the service erases the text of a one-time password. */
  otp_text_hours: number | null;
  /** Days after which the service erases the text and the media of a message. */
  text_days: number | null;
  /** Days after which the service deletes a message and its events. */
  message_days: number | null;
}

export interface Account {
  id: string;
  /** Name of the account. */
  name: string;
  /** Country of phone numbers without a country code, as two letters such as US. */
  default_country: string;
  /** IANA name of the time zone. */
  time_zone: string;
  /** Name that recipients know you by, for automatic replies and codes. */
  brand: string | null;
  /** Where recipients get help: a phone number, an email address or a website. */
  support_contact: string | null;
  /** Language of the texts that the service writes to recipients, unless their own text shows another one. */
  language: 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'nl';
  /** Your own automatic replies, by language; {{brand}} and {{support_contact}} insert these settings, and an empty reply means the standard one. */
  replies: AccountRepliesInOneLanguage[];
  /** Your own keywords, in addition to the standard ones. */
  keywords: AccountKeywords;
  /** Whether a STOP applies to all numbers of the account or only to the number that received it. */
  opt_out_scope: 'account' | 'number';
  /** When no marketing goes out, in the recipient's time. */
  quiet_hours: AccountQuietHours;
  /** Countries whose numbers can get verification codes; all countries if empty. */
  verification_countries: string[] | null;
  /** Number of codes that the account can send in 24 hours; no limit if empty. */
  verifications_per_day: number | null;
  /** How long the service keeps the texts of messages and the messages after they are final; it keeps them forever if a value is empty. */
  retention: AccountRetention;
  /** Scope of the API key in use. */
  scope: 'read' | 'send' | 'admin';
  created_at: string;
}

export interface ApiKeyWithItsValue {
  id: string;
  /** What the key is for. */
  name: string;
  /** What the key may do; each scope includes the ones before it. */
  scope: 'read' | 'send' | 'admin';
  /** Last four characters of the key, if the service stored them. */
  last4: string | null;
  /** Whether this request uses the key. */
  current: boolean;
  created_at: string;
  /** When the key was last used, to the minute. */
  last_used_at: string | null;
  /** When the key stops working; never if empty. */
  expires_at: string | null;
  /** ID of the key that replaced this one in its rotation. */
  replaced_by: string | null;
  /** Key to send with requests; the service does not store it and cannot show it again. */
  key: string;
}

export interface ApiKey {
  id: string;
  /** What the key is for. */
  name: string;
  /** What the key may do; each scope includes the ones before it. */
  scope: 'read' | 'send' | 'admin';
  /** Last four characters of the key, if the service stored them. */
  last4: string | null;
  /** Whether this request uses the key. */
  current: boolean;
  created_at: string;
  /** When the key was last used, to the minute. */
  last_used_at: string | null;
  /** When the key stops working; never if empty. */
  expires_at: string | null;
  /** ID of the key that replaced this one in its rotation. */
  replaced_by: string | null;
}

export interface ApiKeyPage {
  /** The results. */
  data: ApiKey[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface NewApiKeyWithItsValue {
  id: string;
  /** What the key is for. */
  name: string;
  /** What the key may do; each scope includes the ones before it. */
  scope: 'read' | 'send' | 'admin';
  /** Last four characters of the key, if the service stored them. */
  last4: string | null;
  /** Whether this request uses the key. */
  current: boolean;
  created_at: string;
  /** When the key was last used, to the minute. */
  last_used_at: string | null;
  /** When the key stops working; never if empty. */
  expires_at: string | null;
  /** ID of the key that replaced this one in its rotation. */
  replaced_by: string | null;
  /** Key to send with requests; the service does not store it and cannot show it again. */
  key: string;
  /** When the old key stops working. */
  old_key_expires_at: string;
}

export interface AuditEntry {
  id: string;
  /** What somebody did: the resource and the operation, such as key.rotate. */
  operation: string;
  /** Result of the request: `started` means that a request with several steps has begun, `failed` means that it ended after it stored a part, and `denied` means that the key has expired, is revoked, or has too narrow a scope; for the same key, operation and address, each process adds at most one `denied` entry in 10 minutes. */
  outcome: 'succeeded' | 'started' | 'failed' | 'denied';
  /** Who did it: an API key, somebody at the command line of the service, or the service when it started. */
  actor: 'key' | 'command_line' | 'service';
  /** ID of the API key that made the request. */
  key_id: string | null;
  /** Name of this API key at that time. */
  key_name: string | null;
  /** Scope of this API key. */
  key_scope: 'read' | 'send' | 'admin' | null;
  /** ID of the resource that changed or was exported, the name of a carrier, or the prefix of a range of numbers. */
  resource_id: string | null;
  /** Names of the fields in the request, without their values. */
  fields: string[];
  /** Request-Id of the response, if there was a request. */
  request_id: string | null;
  /** IP address that the request came from. */
  ip_address: string | null;
  created_at: string;
}

export interface AuditEntryPage {
  /** The results. */
  data: AuditEntry[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface MessageMedia {
  /** URL of the file: the one that you gave, or for a received message a link that expires. */
  url: string;
  /** Media type of the file, if the service knows it. */
  content_type: string | null;
  /** Size of the file in bytes, if the service knows it. */
  size: number | null;
}

export interface MessageError {
  code: 'recipient_opted_out' | 'opt_in_required' | 'sender_released' | 'unregistered_sender' | 'no_route' | 'carrier_rejected' | 'carrier_undeliverable' | 'carrier_discarded' | 'media_rejected' | 'carrier_expired' | 'carrier_unavailable' | 'ttl_expired' | 'no_receipt';
  message: string;
  /** Error code of the carrier. */
  carrier_code: string | null;
  /** Whether sending the message again later may help. */
  retryable: boolean;
}

export interface Message {
  id: string;
  /** `outbound` if the account sent the message, `inbound` if it received it. */
  direction: 'outbound' | 'inbound';
  /** Delivery status of the message. */
  status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received';
  /** Recipient in E.164 form. */
  to: string;
  /** Sender. */
  from: string;
  /** Text of the message; empty for an MMS without text, and after your retention setting erased it. */
  text: string;
  /** Text that was sent, if smart encoding changed it. */
  sent_text: string | null;
  /** When your retention setting erased the text and the media. */
  text_erased_at: string | null;
  /** Pictures and other files of an MMS; empty for an SMS. */
  media: MessageMedia[];
  /** Character set of the text, which decides how much fits into a segment. */
  encoding: 'gsm7' | 'ucs2';
  /** Number of segments that the carrier bills; an MMS counts as one. */
  segments: number;
  /** Purpose of the message; sets its priority, and marketing messages respect quiet hours. */
  purpose: 'notification' | 'otp' | 'marketing' | 'alert';
  /** Country of the recipient's number, or of the sender's number for a received message. */
  country: string | null;
  contact_id: string | null;
  /** IDs of the lists that the contact was on when the service accepted the message. */
  list_ids: string[];
  /** ID of the registration whose campaign the message belongs to. */
  campaign_id: string | null;
  /** Your own ID for the message, to find it later. */
  reference: string | null;
  /** Your own names and values, stored with the message. */
  metadata: Record<string, string>;
  /** Why the message did not arrive. */
  error: MessageError | null;
  /** For a received message, ID of the message that it answers: the last one to its sender whose reply a webhook awaits, or else the last one that did not fail. */
  in_reply_to: string | null;
  /** ID of the conversation between the two numbers, which starts when the recipient texts you or you open it; null if the sender is a name, which gets no replies. */
  conversation_id: string | null;
  /** ID of the broadcast that the message belongs to. */
  broadcast_id: string | null;
  /** Keyword that the service found in a received text and acted on. */
  keyword: 'stop' | 'start' | 'help' | null;
  /** Keyword that a received text may contain; a person must decide. */
  possible_keyword: 'stop' | 'start' | 'help' | null;
  /** Name of the rule that found the keyword or the possible keyword. */
  keyword_rule: string | null;
  /** Whether the message is an automatic reply, such as the reply to STOP. */
  automatic: boolean;
  /** Counts the changes of the status and the reschedules; the message with the higher number is newer. */
  sequence: number;
  /** When the message is due; null if it was due immediately. */
  send_at: string | null;
  /** Why the message is sent later than requested. */
  held_reason: 'quiet_hours' | null;
  /** When the message expires if it is not sent before. */
  expires_at: string | null;
  /** When the service accepted or received the message. */
  created_at: string;
  /** When a carrier accepted the message. */
  sent_at: string | null;
  /** When the message arrived, as the carrier reported it. */
  delivered_at: string | null;
  /** When the status became final. */
  final_at: string | null;
}

export interface MessageSendBatchResponseResults {
  /** HTTP status that a single request would return: 202, or the status of the problem. */
  status: number;
  /** The accepted message; null if the service rejected it. */
  message: Message | null;
  /** Why the service rejected this message; null if it accepted it. Each pointer starts at this message. */
  problem: Problem | null;
  /** True if an earlier request sent this message, so that this one did not send it again: a request with the same `idempotency_key`, or the same batch with its Idempotency-Key, if the service had rejected some of its messages. If a repeated batch sends nothing, the response has the header Idempotent-Replayed. */
  replayed: boolean;
}

export interface MessageSendBatchResponse {
  /** One result for each message, in the order of the request. */
  results: MessageSendBatchResponseResults[];
}

export interface Preview {
  /** Whether the service would accept the message. */
  would_send: boolean;
  /** Why the service would not accept the message. */
  problem: Problem | null;
  /** Status that the message would start with. */
  status: 'scheduled' | 'queued' | null;
  /** Recipient in E.164 form. */
  to: string | null;
  /** Sender. */
  from: string | null;
  /** Country of the recipient's number, or of the sender's number for a received message. */
  country: string | null;
  /** Character set of the text, which decides how much fits into a segment. */
  encoding: 'gsm7' | 'ucs2' | null;
  /** Number of segments that the carrier bills; an MMS counts as one. */
  segments: number | null;
  /** Text that the person would get, with the values of the contact; empty for an MMS without text. */
  text: string | null;
  /** Text that was sent, if smart encoding changed it. */
  sent_text: string | null;
  /** When the message is due; null if it was due immediately. */
  send_at: string | null;
  /** Why the message is sent later than requested. */
  held_reason: 'quiet_hours' | null;
  /** When the message expires if it is not sent before. */
  expires_at: string | null;
}

export interface Attempt {
  id: string;
  /** Name of the carrier in the settings of the service. */
  carrier: string;
  /** How the attempt ended. */
  result: 'accepted' | 'refused' | 'no_response' | 'throttled' | 'temporary_error' | 'unreachable';
  /** Code of the carrier. */
  carrier_code: string | null;
  /** How many attempts ended like this. */
  count: number;
  /** When the first of them ended. */
  first_at: string;
  /** When the last of them ended. */
  last_at: string;
}

export interface AttemptPage {
  /** The results. */
  data: Attempt[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface MessagePage {
  /** The results. */
  data: Message[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface ContactConsent {
  /** Where the contact agreed, such as the checkout form. */
  source: string;
  /** When the contact agreed; must not be in the future. */
  at: string;
}

export interface Contact {
  id: string;
  /** The number in E.164 form. */
  phone: string;
  first_name: string | null;
  last_name: string | null;
  /** Email address of the contact. */
  email: string | null;
  /** ID of the contact in your own system. */
  external_id: string | null;
  /** Time zone of the contact as an IANA name, for quiet hours. */
  time_zone: string | null;
  /** Your own names and values, stored with the contact. */
  attributes: Record<string, string>;
  /** IDs of the lists that the contact is on. */
  lists: string[];
  /** Whether you may text the contact; a pending contact has not confirmed yet and gets no marketing. */
  status: 'subscribed' | 'opted_out' | 'pending';
  /** Your numbers that the contact sent STOP to, if an opt-out applies only to one number. */
  opted_out_numbers: string[];
  /** Where and when the contact agreed to be texted. */
  consent: ContactConsent | null;
  created_at: string;
  updated_at: string;
}

export interface ContactPage {
  /** The results. */
  data: Contact[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface ImportRefusedRow {
  /** Line of the file where the row begins, counted from 1. */
  line: number;
  /** Name of the column with the error. */
  column: string | null;
  code: 'required' | 'unknown_field' | 'wrong_type' | 'too_short' | 'too_long' | 'out_of_range' | 'not_one_of' | 'invalid_format' | 'exactly_one' | 'at_least_one' | 'duplicate' | 'invalid_phone_number' | 'invalid_sender' | 'invalid_url' | 'not_gsm7' | 'too_many_segments' | 'not_found' | 'taken' | 'missing_merge_field';
  /** What is wrong with the value. */
  detail: string;
}

export interface ImportImportedColumn {
  /** Name of the column in the file. */
  title: string;
  /** The field of the contact, such as `first_name` or `attributes.plan`; null if the column was ignored. */
  field: string | null;
}

export interface Import {
  /** Number of rows that added a contact. */
  created: number;
  /** Number of rows that updated a contact, including a contact that an earlier row added. */
  updated: number;
  /** Every rejected row, and the reason; an opt-out counts even if its row is rejected, unless the reason says otherwise. */
  refused: ImportRefusedRow[];
  /** What each column of the file was read as. */
  columns: ImportImportedColumn[];
}

export interface ContactExportConversationLastMessage {
  id: string;
  /** `outbound` if the account sent the message, `inbound` if it received it. */
  direction: 'outbound' | 'inbound';
  /** Delivery status of the message. */
  status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received';
  /** Text of the message; empty for an MMS without text, and after your retention setting erased it. */
  text: string;
  /** When your retention setting erased the text and the media. */
  text_erased_at: string | null;
  /** When the service accepted or received the message. */
  created_at: string;
}

export interface ContactExportConversation {
  id: string;
  /** Your number in the conversation. */
  number: string;
  /** The other number in the conversation, in E.164 form. */
  phone: string;
  /** The contact who has the other number. */
  contact: Contact | null;
  /** A received message reopens a closed conversation. */
  status: 'open' | 'closed';
  /** Number of received messages that nobody has read. */
  unread: number;
  /** The newest message, apart from broadcasts and automatic replies. */
  last_message: ContactExportConversationLastMessage | null;
  created_at: string;
  /** When the last message came or the status changed. */
  updated_at: string;
  closed_at: string | null;
}

export interface ContactExportConsentRecord {
  id: string;
  /** Phone number of the person. */
  phone: string;
  /** ID of the contact at that time. */
  contact_id: string | null;
  /** What the person agreed to or refused. */
  action: 'opted_in' | 'opted_out' | 'confirmation_requested';
  /** How the consent or opt-out was given. */
  method: 'text' | 'review' | 'api' | 'import' | 'carrier';
  /** Your number that it applies to; null if it applies to all your numbers. */
  number: string | null;
  /** Text that the person sent. */
  words: string | null;
  /** Name of the rule that recognized the text. */
  rule: string | null;
  /** Where the person agreed, as you recorded it. */
  source: string | null;
  /** ID of the received or sent message. */
  message_id: string | null;
  /** ID of the API key that recorded it. */
  key_id: string | null;
  /** When the person agreed or refused. */
  occurred_at: string;
  /** When the service recorded it. */
  created_at: string;
}

export interface ContactExportReview {
  id: string;
  /** Whether somebody has decided what the text means. */
  status: 'open' | 'confirmed' | 'dismissed';
  /** What the sender may want. */
  keyword: 'stop' | 'start';
  /** Name of the rule that found the possible opt-out or opt-in. */
  rule: string;
  /** Why the text is only a possible opt-out or opt-in. */
  explanation: string;
  /** ID of the received message. */
  message_id: string;
  /** Text of the received message. */
  text: string;
  /** Phone number that sent the text. */
  phone: string;
  /** Your number that received the text. */
  number: string;
  contact_id: string | null;
  /** ID of the conversation between the two numbers, which starts when the recipient texts you or you open it; null if the sender is a name, which gets no replies. */
  conversation_id: string | null;
  created_at: string;
  decided_at: string | null;
}

export interface ContactExportVerification {
  id: string;
  /** Approved after the right code; failed after too many wrong codes; expired after its time to live; canceled by you or by a newer code. */
  status: 'pending' | 'approved' | 'failed' | 'expired' | 'canceled';
  /** Phone number that gets the code, in E.164 form. */
  to: string;
  /** Country of the phone number. */
  country: string | null;
  /** How many more times a person can enter a code. */
  attempts_left: number;
  /** ID of the message with the code; its text does not show the code. */
  message_id: string;
  /** When this phone number can get another code. */
  next_code_at: string;
  expires_at: string;
  created_at: string;
  approved_at: string | null;
}

export interface ContactExport {
  /** The number in E.164 form. */
  phone: string;
  contact: Contact | null;
  /** Conversations, the newest 1,000; only on the first page. */
  conversations: ContactExportConversation[];
  /** Consent records, the newest 1,000; only on the first page. */
  consents: ContactExportConsentRecord[];
  /** Reviews, the newest 1,000; only on the first page. */
  reviews: ContactExportReview[];
  /** Verifications, the newest 1,000; only on the first page. */
  verifications: ContactExportVerification[];
  /** A page of the sent and received messages, newest first. */
  messages: Message[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface ContactList {
  id: string;
  /** Name of the list. */
  name: string;
  /** Number of contacts on the list. */
  size: number;
  created_at: string;
  updated_at: string;
}

export interface ContactListPage {
  /** The results. */
  data: ContactList[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface ConversationLastMessage {
  id: string;
  /** `outbound` if the account sent the message, `inbound` if it received it. */
  direction: 'outbound' | 'inbound';
  /** Delivery status of the message. */
  status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received';
  /** Text of the message; empty for an MMS without text, and after your retention setting erased it. */
  text: string;
  /** When your retention setting erased the text and the media. */
  text_erased_at: string | null;
  /** When the service accepted or received the message. */
  created_at: string;
}

export interface Conversation {
  id: string;
  /** Your number in the conversation. */
  number: string;
  /** The other number in the conversation, in E.164 form. */
  phone: string;
  /** The contact who has the other number. */
  contact: Contact | null;
  /** A received message reopens a closed conversation. */
  status: 'open' | 'closed';
  /** Number of received messages that nobody has read. */
  unread: number;
  /** The newest message, apart from broadcasts and automatic replies. */
  last_message: ConversationLastMessage | null;
  created_at: string;
  /** When the last message came or the status changed. */
  updated_at: string;
  closed_at: string | null;
}

export interface ConversationPage {
  /** The results. */
  data: Conversation[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface ConsentRecord {
  id: string;
  /** Phone number of the person. */
  phone: string;
  /** ID of the contact at that time. */
  contact_id: string | null;
  /** What the person agreed to or refused. */
  action: 'opted_in' | 'opted_out' | 'confirmation_requested';
  /** How the consent or opt-out was given. */
  method: 'text' | 'review' | 'api' | 'import' | 'carrier';
  /** Your number that it applies to; null if it applies to all your numbers. */
  number: string | null;
  /** Text that the person sent. */
  words: string | null;
  /** Name of the rule that recognized the text. */
  rule: string | null;
  /** Where the person agreed, as you recorded it. */
  source: string | null;
  /** ID of the received or sent message. */
  message_id: string | null;
  /** ID of the API key that recorded it. */
  key_id: string | null;
  /** When the person agreed or refused. */
  occurred_at: string;
  /** When the service recorded it. */
  created_at: string;
}

export interface ConsentRecordPage {
  /** The results. */
  data: ConsentRecord[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface Erasure {
  id: string;
  /** ID of the erased contact; null if there was no contact with this number. */
  contact_id: string | null;
  /** Whether the service is still erasing; an erasure waits for messages that the service is submitting to a carrier. */
  status: 'running' | 'completed';
  /** How many messages the service has erased. */
  messages: number;
  created_at: string;
  /** When the service completed the erasure. */
  completed_at: string | null;
}

export interface ErasurePage {
  /** The results. */
  data: Erasure[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface Review {
  id: string;
  /** Whether somebody has decided what the text means. */
  status: 'open' | 'confirmed' | 'dismissed';
  /** What the sender may want. */
  keyword: 'stop' | 'start';
  /** Name of the rule that found the possible opt-out or opt-in. */
  rule: string;
  /** Why the text is only a possible opt-out or opt-in. */
  explanation: string;
  /** ID of the received message. */
  message_id: string;
  /** Text of the received message. */
  text: string;
  /** Phone number that sent the text. */
  phone: string;
  /** Your number that received the text. */
  number: string;
  contact_id: string | null;
  /** ID of the conversation between the two numbers, which starts when the recipient texts you or you open it; null if the sender is a name, which gets no replies. */
  conversation_id: string | null;
  created_at: string;
  decided_at: string | null;
}

export interface ReviewPage {
  /** The results. */
  data: Review[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface BroadcastAudienceFilter {
  /** Attributes and the values that they must have. */
  attributes?: Record<string, string>;
  /** Country of the phone number, as two letters such as US. */
  country?: string;
  /** Time zone of the contact. */
  time_zone?: string;
  /** Contacts added at or after this time. */
  created_after?: string;
  /** Contacts added before this time. */
  created_before?: string;
}

export interface BroadcastAudience {
  /** IDs of lists; a contact on several lists gets one message. */
  list_ids?: string[];
  /** Only contacts where each given field matches. */
  filter?: BroadcastAudienceFilter;
  /** Whether to text all contacts of the account, even if you give lists; a filter still applies. */
  all_contacts?: boolean;
  /** IDs of lists whose contacts do not get the message. */
  exclude_list_ids?: string[];
}

export interface BroadcastStopRules {
  /** Stop if more than this share of the finished messages did not arrive, including those to people who had opted out; messages without a delivery receipt do not count as failures. The default is 20. */
  failure_percent: number;
  /** Stop if more than this share of the people whose message was sent opted out. The default is 5. */
  opt_out_percent: number;
}

export interface BroadcastCounts {
  /** Contacts in the audience; 0 until the broadcast starts. */
  recipients: number;
  /** Recipients whose message does not exist yet, for example because of their quiet hours. */
  pending: number;
  /** Recipients who get no message. */
  skipped: number;
  /** Messages that wait for a carrier. */
  queued: number;
  /** Messages that a carrier accepted. */
  sent: number;
  /** Messages that arrived. */
  delivered: number;
  /** Messages that a carrier could not deliver. */
  undelivered: number;
  /** Messages that could not be sent. */
  failed: number;
  /** Messages that expired before they were sent, or that the carrier gave up delivering. */
  expired: number;
  /** Messages without a delivery receipt. */
  unconfirmed: number;
  /** Messages that you canceled, or whose recipient sent a possible opt-out. */
  canceled: number;
  /** Recipients who opted out after their message. */
  opted_out: number;
  /** Recipients who replied to their message. */
  replied: number;
  /** Segments of all messages that exist. */
  segments: number;
}

export interface Broadcast {
  id: string;
  /** Name of the broadcast, which recipients do not see. */
  name: string;
  /** Status of the broadcast; you pause a broadcast, and the service stops one for the reason in `stopped_reason`. */
  status: 'scheduled' | 'running' | 'paused' | 'stopped' | 'completed' | 'canceled';
  /** Why the service stopped the broadcast. */
  stopped_reason: 'failure_rate' | 'opt_out_rate' | 'daily_limit_reached' | 'sender_released' | 'list_deleted' | 'too_many_recipients' | null;
  /** The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most 1,000,000 contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact. */
  audience: BroadcastAudience;
  /** Sender. */
  from: string;
  /** Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. */
  text: string;
  /** Public https URLs of up to 10 pictures or other files, which make the message an MMS. */
  media_urls: string[];
  /** Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7. The default is false. */
  smart_encoding: boolean;
  /** Purpose of the messages; marketing messages respect quiet hours. The default is "marketing". */
  purpose: 'marketing' | 'notification' | 'alert';
  /** Messages per minute; as fast as the sender can if empty. */
  messages_per_minute: number | null;
  /** When the service stops the broadcast; it decides after 50 messages and then continuously. */
  stop_rules: BroadcastStopRules;
  /** Your own names and values, stored with the message. */
  metadata: Record<string, string>;
  /** Percent of the recipients whose message has a final status or who were skipped. */
  progress: number;
  /** Number of recipients by the status of their message; GET /messages finds the same messages. */
  counts: BroadcastCounts;
  send_at: string | null;
  /** When the next message is due, if all recipients who are left wait, for example for the end of their quiet hours. */
  next_message_at: string | null;
  created_at: string;
  started_at: string | null;
  /** When the last message got its final status, or when you canceled. */
  completed_at: string | null;
}

export interface BroadcastPreviewSkippedContacts {
  /** Why a recipient gets no message. */
  reason: 'opted_out' | 'pending_consent' | 'opt_out_in_review' | 'missing_merge_field' | 'too_many_segments' | 'not_allowed' | 'no_route' | 'unregistered_sender' | 'contact_deleted' | 'canceled';
  /** Number of contacts. */
  count: number;
}

export interface BroadcastPreviewSample {
  contact_id: string;
  /** Phone number of the recipient, in E.164 form. */
  phone: string;
  /** Text of the message; empty for an MMS without text, and after your retention setting erased it. */
  text: string;
  /** Character set of the text, which decides how much fits into a segment. */
  encoding: 'gsm7' | 'ucs2';
  /** Number of segments that the carrier bills; an MMS counts as one. */
  segments: number;
}

export interface BroadcastPreview {
  /** Whether the service would accept the broadcast. */
  would_send: boolean;
  /** Why the service would not accept the broadcast. */
  problem: Problem | null;
  /** Contacts in the audience. */
  recipients: number;
  /** Contacts who would get a message. */
  messages: number;
  /** Contacts whose message would wait for the end of their quiet hours. */
  held: number;
  /** When the first message would be due, if the broadcast or all messages wait. */
  next_message_at: string | null;
  /** Segments of all messages, which the carrier bills. */
  segments: number;
  /** How many contacts would get no message, by reason. */
  skipped: BroadcastPreviewSkippedContacts[];
  /** The texts of up to 5 contacts. */
  samples: BroadcastPreviewSample[];
}

export interface BroadcastPage {
  /** The results. */
  data: Broadcast[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface BroadcastRecipient {
  contact_id: string;
  /** Phone number of the recipient, in E.164 form. */
  phone: string;
  /** Whether the message exists. */
  status: 'pending' | 'created' | 'skipped';
  /** Why a recipient gets no message. */
  skipped_reason: 'opted_out' | 'pending_consent' | 'opt_out_in_review' | 'missing_merge_field' | 'too_many_segments' | 'not_allowed' | 'no_route' | 'unregistered_sender' | 'contact_deleted' | 'canceled' | null;
  message_id: string | null;
  /** Delivery status of the message. */
  message_status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received' | null;
}

export interface BroadcastRecipientPage {
  /** The results. */
  data: BroadcastRecipient[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface Verification {
  id: string;
  /** Approved after the right code; failed after too many wrong codes; expired after its time to live; canceled by you or by a newer code. */
  status: 'pending' | 'approved' | 'failed' | 'expired' | 'canceled';
  /** Phone number that gets the code, in E.164 form. */
  to: string;
  /** Country of the phone number. */
  country: string | null;
  /** How many more times a person can enter a code. */
  attempts_left: number;
  /** ID of the message with the code; its text does not show the code. */
  message_id: string;
  /** When this phone number can get another code. */
  next_code_at: string;
  expires_at: string;
  created_at: string;
  approved_at: string | null;
}

export interface VerificationCheck {
  /** Whether the code is right and the verification was pending. */
  valid: boolean;
  id: string;
  /** Approved after the right code; failed after too many wrong codes; expired after its time to live; canceled by you or by a newer code. */
  status: 'pending' | 'approved' | 'failed' | 'expired' | 'canceled';
  /** Phone number that gets the code, in E.164 form. */
  to: string;
  /** Country of the phone number. */
  country: string | null;
  /** How many more times a person can enter a code. */
  attempts_left: number;
  /** ID of the message with the code; its text does not show the code. */
  message_id: string;
  /** When this phone number can get another code. */
  next_code_at: string;
  expires_at: string;
  created_at: string;
  approved_at: string | null;
}

export interface VerificationPage {
  /** The results. */
  data: Verification[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface VerificationPrefix {
  /** First digits of the phone numbers. */
  prefix: string;
  /** Two-letter ISO 3166-1 country code. */
  country: string | null;
  /** Whether the service sends codes to these phone numbers. */
  status: 'open' | 'limited' | 'blocked';
  /** Number of codes sent in the last 24 hours. */
  started: number;
  /** Number of these codes that were entered correctly. */
  approved: number;
  /** Number of requests in the last 24 hours that the service rejected. */
  refused: number;
  blocked_until: string | null;
}

export interface VerificationPrefixPage {
  /** The results. */
  data: VerificationPrefix[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface AvailableNumber {
  /** The number in E.164 form, a short code or a name. */
  number: string;
  /** Two-letter ISO 3166-1 country code. */
  country: string;
  type: 'local' | 'mobile' | 'toll_free' | 'short_code' | 'alphanumeric';
  capabilities: 'sms'[];
  /** Whether provisioning buys the number from the carrier, which charges the operator of the service for it. */
  requires_purchase: boolean;
}

export interface NumberAvailableResponse {
  data: AvailableNumber[];
}

export interface SenderNumber {
  id: string;
  /** The number in E.164 form, a short code or a name. */
  number: string;
  /** Two-letter ISO 3166-1 country code. */
  country: string;
  type: 'local' | 'mobile' | 'toll_free' | 'short_code' | 'alphanumeric';
  capabilities: 'sms'[];
  /** Only an active number sends messages; a number is pending while the service buys it from the carrier. */
  status: 'pending' | 'active' | 'suspended' | 'failed';
  /** Why the service could not buy the number; null unless the status is failed. */
  purchase_error: string | null;
  /** Whether this number is the default sender, for messages without a sender. */
  default: boolean;
  /** Maximum number of messages per second from this number; further messages wait in a queue; null if only the carrier limits the rate. */
  messages_per_second: number | null;
  /** ID of the registration that covers marketing from the number. */
  campaign_id: string | null;
  created_at: string;
}

export interface SenderNumberPage {
  /** The results. */
  data: SenderNumber[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface RegistrationBrand {
  /** Name of the business as registered with the tax authority. */
  legal_name: string;
  /** Legal form of the business. */
  entity_type: 'PRIVATE_PROFIT' | 'PUBLIC_PROFIT' | 'NON_PROFIT' | 'GOVERNMENT' | 'SOLE_PROPRIETOR';
  /** Tax number of the business; optional only for a sole proprietor. */
  ein?: string;
  /** Line of business. */
  vertical: 'AGRICULTURE' | 'COMMUNICATION' | 'CONSTRUCTION' | 'EDUCATION' | 'ENERGY' | 'ENTERTAINMENT' | 'FINANCIAL' | 'GAMBLING' | 'GOVERNMENT' | 'HEALTHCARE' | 'HOSPITALITY' | 'HUMAN_RESOURCES' | 'INSURANCE' | 'LEGAL' | 'MANUFACTURING' | 'NGO' | 'POLITICAL' | 'POSTAL' | 'PROFESSIONAL' | 'REAL_ESTATE' | 'RETAIL' | 'TECHNOLOGY' | 'TRANSPORTATION';
  website: string;
  street: string;
  city: string;
  /** State or province, such as NY. */
  region: string;
  postal_code: string;
  /** Two-letter ISO 3166-1 country code. */
  country: string;
  /** Email address for messages from the registry. */
  email: string;
  /** Phone number for calls from the registry. */
  phone: string;
}

export interface RegistrationCampaign {
  /** Kind of messages to send. */
  use_case: '2FA' | 'ACCOUNT_NOTIFICATION' | 'CUSTOMER_CARE' | 'DELIVERY_NOTIFICATION' | 'FRAUD_ALERT' | 'HIGHER_EDUCATION' | 'LOW_VOLUME' | 'MARKETING' | 'MIXED' | 'POLLING_VOTING' | 'PUBLIC_SERVICE_ANNOUNCEMENT' | 'SECURITY_ALERT';
  /** Who gets the messages and why, in 40 to 4096 characters. */
  description: string;
  /** How people agree to get the messages, in 40 to 2048 characters. */
  message_flow: string;
  /** Two to five sample messages of 20 to 1024 characters each. */
  samples: string[];
  /** Reply to START, in 20 to 320 characters. */
  opt_in_message: string;
  /** Reply to STOP, in 20 to 320 characters. */
  opt_out_message: string;
  /** Reply to HELP, in 20 to 320 characters. */
  help_message: string;
  privacy_policy_url: string;
  terms_url: string;
  /** Whether messages contain links. The default is false. */
  has_links?: boolean;
  /** Whether messages contain phone numbers. The default is false. */
  has_phone_numbers?: boolean;
}

export interface RegistrationRejections {
  /** JSON Pointer of the field. */
  pointer: string;
  /** What to change. */
  detail: string;
}

export interface Registration {
  id: string;
  status: 'pending' | 'approved' | 'rejected';
  /** Business that sends the messages. */
  brand: RegistrationBrand;
  /** Purpose of the messages. */
  campaign: RegistrationCampaign;
  /** IDs of the numbers in the campaign. */
  number_ids: string[];
  /** Reasons why the registry rejected the registration, by field. */
  rejections: RegistrationRejections[];
  submitted_at: string;
  /** Latest time of the decision by the registry. */
  decision_by: string;
  decided_at: string | null;
}

export interface RegistrationPage {
  /** The results. */
  data: Registration[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface ReportRow {
  /** When the hour, day, week or month begins. */
  period: string | null;
  /** Value that the messages share; null if they have none. */
  group: string | null;
  /** Total number of messages. */
  messages: number;
  /** Number of segments that carriers bill. */
  segments: number;
  scheduled: number;
  queued: number;
  sent: number;
  delivered: number;
  undelivered: number;
  failed: number;
  expired: number;
  unconfirmed: number;
  canceled: number;
  received: number;
  /** Delivered messages as a share of those that were delivered, undelivered, failed, expired or unconfirmed; null if there are none. */
  delivery_rate: number | null;
}

export interface ReportTotal {
  /** Total number of messages. */
  messages: number;
  /** Number of segments that carriers bill. */
  segments: number;
  scheduled: number;
  queued: number;
  sent: number;
  delivered: number;
  undelivered: number;
  failed: number;
  expired: number;
  unconfirmed: number;
  canceled: number;
  received: number;
  /** Delivered messages as a share of those that were delivered, undelivered, failed, expired or unconfirmed; null if there are none. */
  delivery_rate: number | null;
}

export interface Report {
  /** Messages created at or after this time. */
  start: string;
  /** Messages created before this time. */
  end: string;
  /** IANA name of the time zone. */
  time_zone: string;
  /** Length of the periods to count separately. */
  interval: 'hour' | 'day' | 'week' | 'month' | null;
  /** Property to group the messages by. */
  group_by: 'status' | 'purpose' | 'from' | 'campaign' | 'country' | 'list' | null;
  /** One row for each period and group that has messages, oldest period first. */
  data: ReportRow[];
  /** Totals of all rows; a message to a contact on two lists counts once here, but in both rows. */
  totals: ReportTotal;
}

export interface WebhookWithSecretFilter {
  to?: string[];
  from?: string[];
  purpose?: ('notification' | 'otp' | 'marketing' | 'alert')[];
  status?: ('scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received')[];
  /** Keywords of the texts to deliver, such as stop; "none" stands for messages without a keyword. */
  keyword?: ('none' | 'stop' | 'start' | 'help')[];
  /** IDs of the messages whose events and replies to deliver; when you add an ID, its earlier events are delivered, too. */
  message_id?: string[];
}

export interface WebhookWithSecret {
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Events to deliver; message.* means every message event, and * means every event. */
  events: ('message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled' | 'message.*' | 'contact.*' | 'list.*' | 'review.*' | 'conversation.*' | 'broadcast.*' | 'verification.*' | 'registration.*' | 'number.*' | 'webhook.*' | '*')[];
  /** Limits message events to those where each given field has one of the values. */
  filter: WebhookWithSecretFilter | null;
  /** Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long. */
  burst_seconds: number | null;
  status: 'enabled' | 'disabled';
  /** Why the service stopped delivering. */
  disabled_reason: string | null;
  /** When deliveries started to fail; null if the receiver accepted the last one, or got none. */
  failing_since: string | null;
  /** When the webhook expires; never if empty. */
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  /** Shown only if the service created it. */
  secret: string | null;
}

export interface WebhookFilter {
  to?: string[];
  from?: string[];
  purpose?: ('notification' | 'otp' | 'marketing' | 'alert')[];
  status?: ('scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received')[];
  /** Keywords of the texts to deliver, such as stop; "none" stands for messages without a keyword. */
  keyword?: ('none' | 'stop' | 'start' | 'help')[];
  /** IDs of the messages whose events and replies to deliver; when you add an ID, its earlier events are delivered, too. */
  message_id?: string[];
}

export interface Webhook {
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Events to deliver; message.* means every message event, and * means every event. */
  events: ('message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled' | 'message.*' | 'contact.*' | 'list.*' | 'review.*' | 'conversation.*' | 'broadcast.*' | 'verification.*' | 'registration.*' | 'number.*' | 'webhook.*' | '*')[];
  /** Limits message events to those where each given field has one of the values. */
  filter: WebhookFilter | null;
  /** Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long. */
  burst_seconds: number | null;
  status: 'enabled' | 'disabled';
  /** Why the service stopped delivering. */
  disabled_reason: string | null;
  /** When deliveries started to fail; null if the receiver accepted the last one, or got none. */
  failing_since: string | null;
  /** When the webhook expires; never if empty. */
  expires_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookPage {
  /** The results. */
  data: Webhook[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface WebhookTestResponse {
  event_id: string;
}

export interface Redelivery {
  /** Number of events that the webhook gets. */
  deliveries: number;
  /** Whether there are more events to compare. */
  has_more: boolean;
  /** Where the next request starts. */
  next_cursor: string | null;
}

export interface WebhookWithNewSecretFilter {
  to?: string[];
  from?: string[];
  purpose?: ('notification' | 'otp' | 'marketing' | 'alert')[];
  status?: ('scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received')[];
  /** Keywords of the texts to deliver, such as stop; "none" stands for messages without a keyword. */
  keyword?: ('none' | 'stop' | 'start' | 'help')[];
  /** IDs of the messages whose events and replies to deliver; when you add an ID, its earlier events are delivered, too. */
  message_id?: string[];
}

export interface WebhookWithNewSecret {
  id: string;
  /** URL that receives the events. */
  url: string;
  /** Events to deliver; message.* means every message event, and * means every event. */
  events: ('message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled' | 'message.*' | 'contact.*' | 'list.*' | 'review.*' | 'conversation.*' | 'broadcast.*' | 'verification.*' | 'registration.*' | 'number.*' | 'webhook.*' | '*')[];
  /** Limits message events to those where each given field has one of the values. */
  filter: WebhookWithNewSecretFilter | null;
  /** Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long. */
  burst_seconds: number | null;
  status: 'enabled' | 'disabled';
  /** Why the service stopped delivering. */
  disabled_reason: string | null;
  /** When deliveries started to fail; null if the receiver accepted the last one, or got none. */
  failing_since: string | null;
  /** When the webhook expires; never if empty. */
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  /** Shown only if the service created it. */
  secret: string | null;
  /** When the old secret stops signing deliveries. */
  previous_secret_expires_at: string;
}

export interface Claim {
  /** granted if you can handle the event, handled if it was acknowledged, busy if another process may be handling it. */
  status: 'granted' | 'handled' | 'busy';
}

export interface Delivery {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: 'message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled';
  attempt: number;
  /** Whether the receiver has the event, because it accepted the attempt or acknowledged the event. */
  status: 'succeeded' | 'failed';
  /** Status code of the response. */
  status_code: number | null;
  /** The first 1000 characters of the response body. */
  response_body: string | null;
  /** Why there was no response. */
  error: string | null;
  /** Milliseconds that the attempt took. */
  duration_ms: number;
  started_at: string;
  next_attempt_at: string | null;
}

export interface DeliveryPage {
  /** The results. */
  data: Delivery[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface EventPage {
  /** The results. */
  data: TextloomEvent[];
  /** Whether there is a next page, even if this one is empty. */
  has_more: boolean;
  /** Where the next page starts. */
  next_cursor: string | null;
}

export interface EventRedeliverResponse {
  /** Number of webhooks that get the event. */
  deliveries: number;
}

export interface CarrierCarrierError {
  /** Error code of the provider, if it sent one. */
  code: string | null;
  /** What went wrong and, if known, what to do. */
  message: string;
  /** How often it happened since the process started. */
  count: number;
  /** When it last happened. */
  last_at: string;
}

export interface Carrier {
  /** Name of the carrier in CARRIERS. */
  name: string;
  /** Type of the carrier in CARRIERS. */
  type: string;
  /** Whether the carrier accepts messages: "failing" if a process pauses after failures, and "stopped" if no process has reported for a minute. */
  status: 'working' | 'failing' | 'stopped';
  /** Time of the next attempt, if the carrier is failing. */
  retry_at: string | null;
  /** Messages that wait for the response of the carrier now. */
  pending: number;
  /** Messages that the carrier accepted in the last five minutes. */
  sent: number;
  /** Messages that arrived in the last five minutes. */
  delivered: number;
  /** Messages that the carrier rejected or could not deliver in the last five minutes. */
  failed: number;
  /** Public URL that the provider reports to; null if it reports to none. */
  callback_url: string | null;
  /** URL to enter as the inbound webhook at the provider; keep it secret; null if there is none. */
  inbound_webhook_url: string | null;
  /** When a genuine report of the provider last arrived, within the last day. */
  last_callback_at: string | null;
  /** Up to ten different errors of the last day, the latest first. */
  errors: CarrierCarrierError[];
}

export interface CarrierListResponse {
  data: Carrier[];
}

export interface MessageEventDataMedia {
  /** URL of the file: the one that you gave, or for a received message a link that expires. */
  url: string;
  /** Media type of the file, if the service knows it. */
  content_type: string | null;
  /** Size of the file in bytes, if the service knows it. */
  size: number | null;
}

export interface MessageEventDataError {
  code: 'recipient_opted_out' | 'opt_in_required' | 'sender_released' | 'unregistered_sender' | 'no_route' | 'carrier_rejected' | 'carrier_undeliverable' | 'carrier_discarded' | 'media_rejected' | 'carrier_expired' | 'carrier_unavailable' | 'ttl_expired' | 'no_receipt';
  message: string;
  /** Error code of the carrier. */
  carrier_code: string | null;
  /** Whether sending the message again later may help. */
  retryable: boolean;
}

export interface MessageEventDataTextOfBurstMedia {
  /** URL of the file: the one that you gave, or for a received message a link that expires. */
  url: string;
  /** Media type of the file, if the service knows it. */
  content_type: string | null;
  /** Size of the file in bytes, if the service knows it. */
  size: number | null;
}

export interface MessageEventDataTextOfBurst {
  message_id: string;
  /** Text of the message; empty for an MMS without text, and after your retention setting erased it. */
  text: string;
  /** Pictures and other files of an MMS; empty for an SMS. */
  media: MessageEventDataTextOfBurstMedia[];
  /** Keyword that the service found in a received text and acted on. */
  keyword: 'stop' | 'start' | 'help' | null;
  /** When the service accepted or received the message. */
  created_at: string;
}

export interface MessageEventData {
  id: string;
  /** `outbound` if the account sent the message, `inbound` if it received it. */
  direction: 'outbound' | 'inbound';
  /** Delivery status of the message. */
  status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received';
  /** Recipient in E.164 form. */
  to: string;
  /** Sender. */
  from: string;
  /** Text of the message; empty for an MMS without text, and after your retention setting erased it. */
  text: string;
  /** Text that was sent, if smart encoding changed it. */
  sent_text: string | null;
  /** When your retention setting erased the text and the media. */
  text_erased_at: string | null;
  /** Pictures and other files of an MMS; empty for an SMS. */
  media: MessageEventDataMedia[];
  /** Character set of the text, which decides how much fits into a segment. */
  encoding: 'gsm7' | 'ucs2';
  /** Number of segments that the carrier bills; an MMS counts as one. */
  segments: number;
  /** Purpose of the message; sets its priority, and marketing messages respect quiet hours. */
  purpose: 'notification' | 'otp' | 'marketing' | 'alert';
  /** Country of the recipient's number, or of the sender's number for a received message. */
  country: string | null;
  contact_id: string | null;
  /** IDs of the lists that the contact was on when the service accepted the message. */
  list_ids: string[];
  /** ID of the registration whose campaign the message belongs to. */
  campaign_id: string | null;
  /** Your own ID for the message, to find it later. */
  reference: string | null;
  /** Your own names and values, stored with the message. */
  metadata: Record<string, string>;
  /** Why the message did not arrive. */
  error: MessageEventDataError | null;
  /** For a received message, ID of the message that it answers: the last one to its sender whose reply a webhook awaits, or else the last one that did not fail. */
  in_reply_to: string | null;
  /** ID of the conversation between the two numbers, which starts when the recipient texts you or you open it; null if the sender is a name, which gets no replies. */
  conversation_id: string | null;
  /** ID of the broadcast that the message belongs to. */
  broadcast_id: string | null;
  /** Keyword that the service found in a received text and acted on. */
  keyword: 'stop' | 'start' | 'help' | null;
  /** Keyword that a received text may contain; a person must decide. */
  possible_keyword: 'stop' | 'start' | 'help' | null;
  /** Name of the rule that found the keyword or the possible keyword. */
  keyword_rule: string | null;
  /** Whether the message is an automatic reply, such as the reply to STOP. */
  automatic: boolean;
  /** Counts the changes of the status and the reschedules; the message with the higher number is newer. */
  sequence: number;
  /** When the message is due; null if it was due immediately. */
  send_at: string | null;
  /** Why the message is sent later than requested. */
  held_reason: 'quiet_hours' | null;
  /** When the message expires if it is not sent before. */
  expires_at: string | null;
  /** When the service accepted or received the message. */
  created_at: string;
  /** When a carrier accepted the message. */
  sent_at: string | null;
  /** When the message arrived, as the carrier reported it. */
  delivered_at: string | null;
  /** When the status became final. */
  final_at: string | null;
  /** Status before this change. */
  previous_status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received' | null;
  /** The received texts that this event joins, oldest first; null unless the webhook has burst_seconds. */
  burst: MessageEventDataTextOfBurst[] | null;
  /** The contact of the message, as it was when the event happened. */
  contact: Contact | null;
}

export interface MessageReceivedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.received';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface MessageSentEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.sent';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface MessageDeliveredEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.delivered';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface MessageUndeliveredEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.undelivered';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface MessageFailedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.failed';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface MessageExpiredEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.expired';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface MessageUnconfirmedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.unconfirmed';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface MessageCanceledEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'message.canceled';
  /** When it happened. */
  timestamp: string;
  data: MessageEventData;
}

export interface ContactEventDataConsent {
  /** Where the contact agreed, such as the checkout form. */
  source: string;
  /** When the contact agreed; must not be in the future. */
  at: string;
}

export interface ContactEventData {
  id: string;
  /** The number in E.164 form. */
  phone: string;
  first_name: string | null;
  last_name: string | null;
  /** Email address of the contact. */
  email: string | null;
  /** ID of the contact in your own system. */
  external_id: string | null;
  /** Time zone of the contact as an IANA name, for quiet hours. */
  time_zone: string | null;
  /** Your own names and values, stored with the contact. */
  attributes: Record<string, string>;
  /** IDs of the lists that the contact is on. */
  lists: string[];
  /** Whether you may text the contact; a pending contact has not confirmed yet and gets no marketing. */
  status: 'subscribed' | 'opted_out' | 'pending';
  /** Your numbers that the contact sent STOP to, if an opt-out applies only to one number. */
  opted_out_numbers: string[];
  /** Where and when the contact agreed to be texted. */
  consent: ContactEventDataConsent | null;
  created_at: string;
  updated_at: string;
  /** Status before this change. */
  previous_status: 'subscribed' | 'opted_out' | 'pending' | null;
}

export interface ContactCreatedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'contact.created';
  /** When it happened. */
  timestamp: string;
  data: ContactEventData;
}

export interface ContactOptedOutEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'contact.opted_out';
  /** When it happened. */
  timestamp: string;
  data: ContactEventData;
}

export interface ContactOptedInEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'contact.opted_in';
  /** When it happened. */
  timestamp: string;
  data: ContactEventData;
}

export interface ListEventData {
  /** ID of the list. */
  id: string;
  /** Name of the list. */
  name: string;
  /** The contact, as it was when the event happened. */
  contact: Contact;
}

export interface ContactAddedToListEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'list.contact_added';
  /** When it happened. */
  timestamp: string;
  data: ListEventData;
}

export interface ReviewCreatedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'review.created';
  /** When it happened. */
  timestamp: string;
  /** A received text that may ask you to stop or start texting, and that a person must decide. */
  data: Review;
}

export interface ReviewDecidedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'review.decided';
  /** When it happened. */
  timestamp: string;
  /** A received text that may ask you to stop or start texting, and that a person must decide. */
  data: Review;
}

export interface ConversationOpenedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'conversation.opened';
  /** When it happened. */
  timestamp: string;
  /** The messages between one of your numbers and one phone number; it starts with the first text from the phone number, or when you open it. */
  data: Conversation;
}

export interface ConversationClosedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'conversation.closed';
  /** When it happened. */
  timestamp: string;
  /** The messages between one of your numbers and one phone number; it starts with the first text from the phone number, or when you open it. */
  data: Conversation;
}

export interface BroadcastStartedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'broadcast.started';
  /** When it happened. */
  timestamp: string;
  /** One text to many contacts. */
  data: Broadcast;
}

export interface BroadcastStoppedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'broadcast.stopped';
  /** When it happened. */
  timestamp: string;
  /** One text to many contacts. */
  data: Broadcast;
}

export interface BroadcastCompletedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'broadcast.completed';
  /** When it happened. */
  timestamp: string;
  /** One text to many contacts. */
  data: Broadcast;
}

export interface BroadcastCanceledEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'broadcast.canceled';
  /** When it happened. */
  timestamp: string;
  /** One text to many contacts. */
  data: Broadcast;
}

export interface VerificationApprovedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'verification.approved';
  /** When it happened. */
  timestamp: string;
  /** A code that proves that a person has a phone number. */
  data: Verification;
}

export interface VerificationFailedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'verification.failed';
  /** When it happened. */
  timestamp: string;
  /** A code that proves that a person has a phone number. */
  data: Verification;
}

export interface RegistrationApprovedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'registration.approved';
  /** When it happened. */
  timestamp: string;
  data: Registration;
}

export interface RegistrationRejectedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'registration.rejected';
  /** When it happened. */
  timestamp: string;
  data: Registration;
}

export interface NumberActivatedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'number.activated';
  /** When it happened. */
  timestamp: string;
  data: SenderNumber;
}

export interface NumberFailedEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'number.failed';
  /** When it happened. */
  timestamp: string;
  data: SenderNumber;
}

export interface WebhookEventData {
  webhook_id: string;
}

export interface WebhookTestEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'webhook.test';
  /** When it happened. */
  timestamp: string;
  data: WebhookEventData;
}

export interface WebhookExpiredEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'webhook.expired';
  /** When it happened. */
  timestamp: string;
  data: WebhookEventData;
}

export interface WebhookDisabledData {
  webhook_id: string;
  url: string;
  /** Why the service stopped delivering. */
  disabled_reason: string;
}

export interface WebhookDisabledEvent {
  /** ID of the event, the same on every delivery. */
  id: string;
  type: 'webhook.disabled';
  /** When it happened. */
  timestamp: string;
  data: WebhookDisabledData;
}

export interface AccountUpdateParams {
  /** Name of the account. */
  name?: string | undefined;
  /** Country of phone numbers without a country code, as two letters such as US. */
  default_country?: string | undefined;
  /** IANA name of the time zone. */
  time_zone?: string | undefined;
  /** Name that recipients know you by, for automatic replies and codes. */
  brand?: string | null | undefined;
  /** Where recipients get help: a phone number, an email address or a website. */
  support_contact?: string | null | undefined;
  /** Language of the texts that the service writes to recipients, unless their own text shows another one. */
  language?: 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'nl' | undefined;
  /** Your own automatic replies, by language; {{brand}} and {{support_contact}} insert these settings, and an empty reply means the standard one. */
  replies?: {
    /** Language of the texts that the service writes to recipients. */
    language: 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'nl';
    /** Confirms an opt-out. */
    stop?: string | null | undefined;
    /** Confirms that the recipient gets messages again. */
    start?: string | null | undefined;
    /** Says who you are and how to opt out. */
    help?: string | null | undefined;
    /** Asks a pending contact to reply YES. */
    confirmation?: string | null | undefined;
  }[] | undefined;
  /** Your own keywords, in addition to the standard ones. */
  keywords?: {
    /** Words that opt a sender out. */
    stop: string[];
    /** Words that opt a sender in again. */
    start: string[];
    /** Words that the reply to HELP answers. */
    help: string[];
  } | undefined;
  /** Whether a STOP applies to all numbers of the account or only to the number that received it. */
  opt_out_scope?: 'account' | 'number' | undefined;
  /** When no marketing goes out, in the recipient's time. */
  quiet_hours?: {
    /** When quiet hours start. */
    start: string;
    /** When quiet hours end. */
    end: string;
  } | undefined;
  /** Countries whose numbers can get verification codes; all countries if empty. */
  verification_countries?: string[] | null | undefined;
  /** Number of codes that the account can send in 24 hours; no limit if empty. */
  verifications_per_day?: number | null | undefined;
  /** How long the service keeps the texts of messages and the messages after they are final; it keeps them forever if a value is empty. */
  retention?: {
    /** Hours after which the service erases the text of a one-time password. */
    otp_text_hours: number | null;
    /** Days after which the service erases the text and the media of a message. */
    text_days: number | null;
    /** Days after which the service deletes a message and its events. */
    message_days: number | null;
  } | undefined;
}

export interface KeyCreateParams {
  /** What the key is for. */
  name: string;
  /** What the key may do; each scope includes the ones before it. */
  scope: 'read' | 'send' | 'admin';
  /** When the key stops working, at most 1826 days (5 years) ahead; never if empty. */
  expires_at?: string | Date | null | undefined;
}

export interface KeyListParams {
  /** Only keys that expire at or after this time. */
  expires_after?: string | Date | undefined;
  /** Only keys that expire before this time. */
  expires_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface KeyRotateParams {
  /** How many hours the old key still works, unless it expires earlier; 0 revokes it, within a second. If you rotate the key that sends this request, the minimum is 1. The default is 24. */
  overlap_hours?: number | undefined;
  /** When the new key stops working, at most 1826 days (5 years) ahead; if absent, the new key gets the same lifetime as the old one. */
  expires_at?: string | Date | null | undefined;
}

export interface AuditListParams {
  /** Only what this API key did. */
  key_id?: string | undefined;
  /** Only this operation, such as key.rotate. */
  operation?: string | undefined;
  /** Only what happened to the resource with this ID. */
  resource_id?: string | undefined;
  /** Only entries with this outcome. */
  outcome?: 'succeeded' | 'started' | 'failed' | 'denied' | undefined;
  /** Only entries created at or after this time. */
  created_after?: string | Date | undefined;
  /** Only entries created before this time. */
  created_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface MessageSendParams {
  /** Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country. Set exactly one of `to` and `contact_id`. */
  to?: string | undefined;
  /** ID of the contact to text, instead of a phone number. Set exactly one of `to` and `contact_id`. */
  contact_id?: string | undefined;
  /** Number or name to send from; the account's default number if empty. */
  from?: string | undefined;
  /** Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Set at least one of `text` and `media_urls`. */
  text?: string | undefined;
  /** Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text. The default is true. */
  merge_fields?: boolean | undefined;
  /** Public https URLs of up to 10 pictures or other files, which make the message an MMS. Set at least one of `text` and `media_urls`. */
  media_urls?: string[] | undefined;
  /** When to send, up to 35 days ahead; immediately if empty. */
  send_at?: string | Date | undefined;
  /** Seconds until an unsent message expires. The default is 86400. */
  ttl?: number | undefined;
  /** Purpose of the message; sets its priority, and marketing messages respect quiet hours. The default is "notification". */
  purpose?: 'notification' | 'otp' | 'marketing' | 'alert' | undefined;
  /** Character set; GSM-7 rejects characters that it does not contain. The default is "auto". */
  encoding?: 'auto' | 'gsm7' | 'ucs2' | undefined;
  /** Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7. The default is false. */
  smart_encoding?: boolean | undefined;
  /** Your own ID for the message, to find it later. */
  reference?: string | undefined;
  /** Your own names and values, stored with the message. */
  metadata?: Record<string, string> | undefined;
}

export interface MessageSendBatchParams {
  /** The messages to send; the service checks each one separately, so an invalid message stops no other. */
  messages: {
    /** Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country. Set exactly one of `to` and `contact_id`. */
    to?: string | undefined;
    /** ID of the contact to text, instead of a phone number. Set exactly one of `to` and `contact_id`. */
    contact_id?: string | undefined;
    /** Number or name to send from; the account's default number if empty. */
    from?: string | undefined;
    /** Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Set at least one of `text` and `media_urls`. */
    text?: string | undefined;
    /** Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text. The default is true. */
    merge_fields?: boolean | undefined;
    /** Public https URLs of up to 10 pictures or other files, which make the message an MMS. Set at least one of `text` and `media_urls`. */
    media_urls?: string[] | undefined;
    /** When to send, up to 35 days ahead; immediately if empty. */
    send_at?: string | Date | undefined;
    /** Seconds until an unsent message expires. The default is 86400. */
    ttl?: number | undefined;
    /** Purpose of the message; sets its priority, and marketing messages respect quiet hours. The default is "notification". */
    purpose?: 'notification' | 'otp' | 'marketing' | 'alert' | undefined;
    /** Character set; GSM-7 rejects characters that it does not contain. The default is "auto". */
    encoding?: 'auto' | 'gsm7' | 'ucs2' | undefined;
    /** Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7. The default is false. */
    smart_encoding?: boolean | undefined;
    /** Your own ID for the message, to find it later. */
    reference?: string | undefined;
    /** Your own names and values, stored with the message. */
    metadata?: Record<string, string> | undefined;
    /** Sends this message only once, even if you repeat the request; means the same as the header Idempotency-Key of a single request. */
    idempotency_key?: string | undefined;
  }[];
}

export interface MessagePreviewParams {
  /** Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country. Set exactly one of `to` and `contact_id`. */
  to?: string | undefined;
  /** ID of the contact to text, instead of a phone number. Set exactly one of `to` and `contact_id`. */
  contact_id?: string | undefined;
  /** Number or name to send from; the account's default number if empty. */
  from?: string | undefined;
  /** Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Set at least one of `text` and `media_urls`. */
  text?: string | undefined;
  /** Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text. The default is true. */
  merge_fields?: boolean | undefined;
  /** Public https URLs of up to 10 pictures or other files, which make the message an MMS. Set at least one of `text` and `media_urls`. */
  media_urls?: string[] | undefined;
  /** When to send, up to 35 days ahead; immediately if empty. */
  send_at?: string | Date | undefined;
  /** Seconds until an unsent message expires. The default is 86400. */
  ttl?: number | undefined;
  /** Purpose of the message; sets its priority, and marketing messages respect quiet hours. The default is "notification". */
  purpose?: 'notification' | 'otp' | 'marketing' | 'alert' | undefined;
  /** Character set; GSM-7 rejects characters that it does not contain. The default is "auto". */
  encoding?: 'auto' | 'gsm7' | 'ucs2' | undefined;
  /** Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7. The default is false. */
  smart_encoding?: boolean | undefined;
  /** Your own ID for the message, to find it later. */
  reference?: string | undefined;
  /** Your own names and values, stored with the message. */
  metadata?: Record<string, string> | undefined;
}

export interface MessageAttemptsParams {
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface MessageListParams {
  /** Only messages with one of these statuses. */
  status?: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received' | ('scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received')[] | undefined;
  /** Only messages with this error. */
  error_code?: 'recipient_opted_out' | 'opt_in_required' | 'sender_released' | 'unregistered_sender' | 'no_route' | 'carrier_rejected' | 'carrier_undeliverable' | 'carrier_discarded' | 'media_rejected' | 'carrier_expired' | 'carrier_unavailable' | 'ttl_expired' | 'no_receipt' | undefined;
  /** Only sent messages, or only received messages. */
  direction?: 'outbound' | 'inbound' | undefined;
  /** Only messages to this number. */
  to?: string | undefined;
  /** Only messages from this sender. */
  from?: string | undefined;
  /** Only messages to or from this phone number; for a number that your account no longer has, use from. */
  phone?: string | undefined;
  /** Only messages whose text contains this text, or whose numbers contain these digits; each page compares up to 10,000 and can be empty. */
  search?: string | undefined;
  /** ID or phone number of the contact. */
  contact_id?: string | undefined;
  /** Only messages of this purpose. */
  purpose?: 'notification' | 'otp' | 'marketing' | 'alert' | undefined;
  /** Only messages of this campaign. */
  campaign_id?: string | undefined;
  /** Only messages to or from this country. */
  country?: string | undefined;
  /** Only messages to or from contacts who were on this list. */
  list_id?: string | undefined;
  /** Only messages of this broadcast. */
  broadcast_id?: string | undefined;
  /** Only messages with this reference. */
  reference?: string | undefined;
  /** Only messages created at or after this time. */
  created_after?: string | Date | undefined;
  /** Only messages created before this time. */
  created_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface MessageRescheduleParams {
  /** The new time, up to 35 days ahead. */
  send_at: string | Date;
}

export interface ContactUpsertParams {
  /** Phone number of the contact, such as +12025550123; without a country code, it belongs to the account's default country. */
  phone: string;
  first_name?: string | undefined;
  last_name?: string | undefined;
  /** Email address of the contact. */
  email?: string | undefined;
  /** ID of the contact in your own system. */
  external_id?: string | undefined;
  /** Your own names and values, stored with the contact. */
  attributes?: Record<string, string> | undefined;
  /** Time zone of the contact as an IANA name, for quiet hours. */
  time_zone?: string | undefined;
  /** IDs of lists to add the contact to. */
  lists?: string[] | undefined;
  /** Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out; if empty, a new contact is subscribed. */
  status?: 'subscribed' | 'opted_out' | 'pending' | undefined;
  /** Where and when the contact agreed to be texted. */
  consent?: {
    /** Where the contact agreed, such as the checkout form. */
    source: string;
    /** When the contact agreed; must not be in the future. */
    at: string | Date;
  } | undefined;
}

export interface ContactListParams {
  /** Only the contact with this number. */
  phone?: string | undefined;
  /** Only contacts whose name, phone number or email address contains this text; each page compares up to 20,000 and can be empty. */
  search?: string | undefined;
  /** Only contacts with this email address. */
  email?: string | undefined;
  /** Only contacts with this ID in your own system. */
  external_id?: string | undefined;
  /** Only contacts on this list. */
  list_id?: string | undefined;
  /** Only contacts with this status. */
  status?: 'subscribed' | 'opted_out' | 'pending' | undefined;
  /** Only contacts created at or after this time. */
  created_after?: string | Date | undefined;
  /** Only contacts created before this time. */
  created_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ContactUpdateParams {
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  /** Email address of the contact. */
  email?: string | null | undefined;
  /** ID of the contact in your own system. */
  external_id?: string | null | undefined;
  /** Time zone of the contact as an IANA name, for quiet hours. */
  time_zone?: string | null | undefined;
  /** Your own names and values, stored with the contact. */
  attributes?: Record<string, string | null> | undefined;
  /** IDs of the lists that replace the current lists of the contact. */
  lists?: string[] | undefined;
  /** Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out. */
  status?: 'subscribed' | 'opted_out' | 'pending' | undefined;
  /** Where and when the contact agreed to be texted. */
  consent?: {
    /** Where the contact agreed, such as the checkout form. */
    source: string;
    /** When the contact agreed; must not be in the future. */
    at: string | Date;
  } | undefined;
}

export interface ContactDeleteParams {
  /** Whether to erase everything else about the person as well, such as messages, events and verifications; only counts and a keyed hash of an opt-out stay. With a phone number, this works without a contact. `GET /erasures` shows when everything is gone; you cannot undo it. */
  erase?: boolean | undefined;
}

export interface ContactConfirmParams {
  /** Number to send from, not a name; the account's default number if empty. */
  from?: string | undefined;
}

export interface ContactImportParams {
  /** The file, with at most 10,000 rows and 200 columns. The first line names the columns, and phone is required; status can opt a contact out of all your numbers, and opted_out_numbers of single ones, separated by spaces; no column lifts an opt-out; `id`, lists, created_at and updated_at are ignored; any column that is not a field of a contact becomes an attribute, and the contact keeps its other attributes; a column such as opted_out or consent is rejected, because only status opts a contact out. */
  csv: string;
  /** ID of a list to add the contacts to. */
  list_id?: string | undefined;
  /** Where and when the contact agreed to be texted. */
  consent?: {
    /** Where the contact agreed, such as the checkout form. */
    source: string;
    /** When the contact agreed; must not be in the future. */
    at: string | Date;
  } | undefined;
}

export interface ContactExportParams {
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ListCreateParams {
  /** Name of the list. */
  name: string;
}

export interface ListListParams {
  /** Only the list with this name; if there is none, lists whose names differ only in case. */
  name?: string | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ListUpdateParams {
  /** Name of the list. */
  name?: string | undefined;
}

export interface ConversationListParams {
  /** Only conversations with this status. */
  status?: 'open' | 'closed' | undefined;
  /** Whether to return only conversations with unread messages (true) or only those without (false). */
  unread?: boolean | undefined;
  /** Only conversations with this number of the account. */
  number?: string | undefined;
  /** Only conversations with this phone number. */
  phone?: string | undefined;
  /** ID or phone number of the contact. */
  contact_id?: string | undefined;
  /** Only conversations whose phone number, contact name or last message contains this text; each page compares up to 10,000 and can be empty. */
  search?: string | undefined;
  /** Only conversations updated at or after this time; one that changes while you read the pages moves to the front, so read again from the time of the first page. */
  updated_after?: string | Date | undefined;
  /** Only conversations updated before this time. */
  updated_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ConversationOpenParams {
  /** The other phone number. Set exactly one of `phone` and `contact_id`. */
  phone?: string | undefined;
  /** ID of the contact, instead of a phone number. Set exactly one of `phone` and `contact_id`. */
  contact_id?: string | undefined;
  /** Your number in the conversation; the account's default number if empty. */
  number?: string | undefined;
}

export interface ConversationUpdateParams {
  /** A received message reopens a closed conversation. */
  status?: 'open' | 'closed' | undefined;
}

export interface ConversationReadParams {
  /** ID of the last message that was read; the newest message if empty. */
  last_message_id?: string | undefined;
}

export interface ConversationMessagesParams {
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ConversationReplyParams {
  /** Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Set at least one of `text` and `media_urls`. */
  text?: string | undefined;
  /** Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text. The default is true. */
  merge_fields?: boolean | undefined;
  /** Public https URLs of up to 10 pictures or other files, which make the message an MMS. Set at least one of `text` and `media_urls`. */
  media_urls?: string[] | undefined;
  /** Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7. The default is false. */
  smart_encoding?: boolean | undefined;
  /** Your own ID for the message, to find it later. */
  reference?: string | undefined;
  /** Your own names and values, stored with the message. */
  metadata?: Record<string, string> | undefined;
}

export interface ConsentListParams {
  /** Only records of this phone number. */
  phone?: string | undefined;
  /** Only records of this contact. */
  contact_id?: string | undefined;
  /** Only records of this action. */
  action?: 'opted_in' | 'opted_out' | 'confirmation_requested' | undefined;
  /** Only records created at or after this time. */
  created_after?: string | Date | undefined;
  /** Only records created before this time. */
  created_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ErasureListParams {
  /** Only erasures of this contact. */
  contact_id?: string | undefined;
  /** Only erasures with this status. */
  status?: 'running' | 'completed' | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ReviewListParams {
  /** Only reviews with this status. */
  status?: 'open' | 'confirmed' | 'dismissed' | undefined;
  /** Only texts from this phone number. */
  phone?: string | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ReviewDecideParams {
  /** Confirm to opt the sender out (or in again, for start); dismiss to change nothing. */
  decision: 'confirm' | 'dismiss';
}

export interface BroadcastCreateParams {
  /** Name of the broadcast, which recipients do not see. */
  name: string;
  /** The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most 1,000,000 contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact. */
  audience: {
    /** IDs of lists; a contact on several lists gets one message. Set at least one of `list_ids` and `filter` and `all_contacts`. */
    list_ids?: string[] | undefined;
    /** Only contacts where each given field matches. Set at least one of `list_ids` and `filter` and `all_contacts`. */
    filter?: {
      /** Attributes and the values that they must have. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      attributes?: Record<string, string> | undefined;
      /** Country of the phone number, as two letters such as US. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      country?: string | undefined;
      /** Time zone of the contact. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      time_zone?: string | undefined;
      /** Contacts added at or after this time. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      created_after?: string | Date | undefined;
      /** Contacts added before this time. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      created_before?: string | Date | undefined;
    } | undefined;
    /** Whether to text all contacts of the account, even if you give lists; a filter still applies. Set at least one of `list_ids` and `filter` and `all_contacts`. */
    all_contacts?: boolean | undefined;
    /** IDs of lists whose contacts do not get the message. */
    exclude_list_ids?: string[] | undefined;
  };
  /** Number or name to send from; the account's default number if empty. */
  from?: string | undefined;
  /** Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Set at least one of `text` and `media_urls`. */
  text?: string | undefined;
  /** Public https URLs of up to 10 pictures or other files, which make the message an MMS. Set at least one of `text` and `media_urls`. */
  media_urls?: string[] | undefined;
  /** Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7. The default is false. */
  smart_encoding?: boolean | undefined;
  /** Purpose of the messages; marketing messages respect quiet hours. The default is "marketing". */
  purpose?: 'marketing' | 'notification' | 'alert' | undefined;
  /** When to start, up to 35 days ahead; immediately if empty. */
  send_at?: string | Date | undefined;
  /** Messages per minute; as fast as the sender can if empty. */
  messages_per_minute?: number | undefined;
  /** When the service stops the broadcast; it decides after 50 messages and then continuously. */
  stop_rules?: {
    /** Stop if more than this share of the finished messages did not arrive, including those to people who had opted out; messages without a delivery receipt do not count as failures. The default is 20. */
    failure_percent?: number | undefined;
    /** Stop if more than this share of the people whose message was sent opted out. The default is 5. */
    opt_out_percent?: number | undefined;
  } | undefined;
  /** Your own names and values, stored with the message. */
  metadata?: Record<string, string> | undefined;
}

export interface BroadcastPreviewParams {
  /** The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most 1,000,000 contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact. */
  audience: {
    /** IDs of lists; a contact on several lists gets one message. Set at least one of `list_ids` and `filter` and `all_contacts`. */
    list_ids?: string[] | undefined;
    /** Only contacts where each given field matches. Set at least one of `list_ids` and `filter` and `all_contacts`. */
    filter?: {
      /** Attributes and the values that they must have. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      attributes?: Record<string, string> | undefined;
      /** Country of the phone number, as two letters such as US. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      country?: string | undefined;
      /** Time zone of the contact. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      time_zone?: string | undefined;
      /** Contacts added at or after this time. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      created_after?: string | Date | undefined;
      /** Contacts added before this time. Set at least one of `attributes` and `country` and `time_zone` and `created_after` and `created_before`. */
      created_before?: string | Date | undefined;
    } | undefined;
    /** Whether to text all contacts of the account, even if you give lists; a filter still applies. Set at least one of `list_ids` and `filter` and `all_contacts`. */
    all_contacts?: boolean | undefined;
    /** IDs of lists whose contacts do not get the message. */
    exclude_list_ids?: string[] | undefined;
  };
  /** Name of the broadcast, which recipients do not see. */
  name?: string | undefined;
  /** Number or name to send from; the account's default number if empty. */
  from?: string | undefined;
  /** Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Set at least one of `text` and `media_urls`. */
  text?: string | undefined;
  /** Public https URLs of up to 10 pictures or other files, which make the message an MMS. Set at least one of `text` and `media_urls`. */
  media_urls?: string[] | undefined;
  /** Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7. The default is false. */
  smart_encoding?: boolean | undefined;
  /** Purpose of the messages; marketing messages respect quiet hours. The default is "marketing". */
  purpose?: 'marketing' | 'notification' | 'alert' | undefined;
  /** When to start, up to 35 days ahead; immediately if empty. */
  send_at?: string | Date | undefined;
  /** Messages per minute; as fast as the sender can if empty. */
  messages_per_minute?: number | undefined;
  /** When the service stops the broadcast; it decides after 50 messages and then continuously. */
  stop_rules?: {
    /** Stop if more than this share of the finished messages did not arrive, including those to people who had opted out; messages without a delivery receipt do not count as failures. The default is 20. */
    failure_percent?: number | undefined;
    /** Stop if more than this share of the people whose message was sent opted out. The default is 5. */
    opt_out_percent?: number | undefined;
  } | undefined;
  /** Your own names and values, stored with the message. */
  metadata?: Record<string, string> | undefined;
}

export interface BroadcastListParams {
  /** Only broadcasts with this name, in any case. */
  name?: string | undefined;
  /** Only broadcasts with this status. */
  status?: 'scheduled' | 'running' | 'paused' | 'stopped' | 'completed' | 'canceled' | undefined;
  /** Only broadcasts created at or after this time. */
  created_after?: string | Date | undefined;
  /** Only broadcasts created before this time. */
  created_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface BroadcastRescheduleParams {
  /** The new time, up to 35 days ahead. */
  send_at: string | Date;
}

export interface BroadcastRecipientsParams {
  /** Only recipients with this status. */
  status?: 'pending' | 'created' | 'skipped' | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface VerificationStartParams {
  /** Phone number to verify, such as +12025550123; without a country code, it belongs to the account's default country. */
  to: string;
  /** Number or name to send from; the account's default number if empty. */
  from?: string | undefined;
  /** Number of digits of the code. The default is 6. */
  length?: number | undefined;
  /** Seconds until the code expires. The default is 600. */
  ttl?: number | undefined;
  /** Number of wrong codes after which the verification fails. The default is 5. */
  max_attempts?: number | undefined;
  /** Language of the text; the account's language if empty. */
  language?: 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'nl' | undefined;
  /** Your own text, which must contain {{code}}; a standard text if empty. */
  text?: string | undefined;
}

export interface VerificationCheckParams {
  /** The code that the person entered; spaces and dashes are ignored, and zeros at the start may be missing. */
  code: string;
  /** ID of the verification. Set exactly one of `id` and `to`. */
  id?: string | undefined;
  /** Phone number that got the code, instead of the ID of the verification. Set exactly one of `id` and `to`. */
  to?: string | undefined;
}

export interface VerificationListParams {
  /** Only verifications of this phone number. */
  to?: string | undefined;
  /** Only verifications with this status. */
  status?: 'pending' | 'approved' | 'failed' | 'expired' | 'canceled' | undefined;
  /** Only verifications created at or after this time. */
  created_after?: string | Date | undefined;
  /** Only verifications created before this time. */
  created_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface VerificationPrefixesParams {
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface NumberAvailableParams {
  /** Only numbers in this country; the account's country if empty. */
  country?: string | undefined;
  /** Only numbers of this type. */
  type?: 'local' | 'mobile' | 'toll_free' | undefined;
  /** Only numbers with this area code. */
  area_code?: string | undefined;
  /** Only numbers that contain these consecutive digits. */
  contains?: string | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
}

export interface NumberProvisionParams {
  /** Number, short code or name to add. */
  number: string;
  /** Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active. */
  default?: boolean | undefined;
  /** Maximum number of messages per second from this number; further messages wait in a queue; null to send as fast as the carrier accepts. */
  messages_per_second?: number | null | undefined;
  /** ID of the registration that covers marketing from the number; null to remove the number from the campaign. */
  campaign_id?: string | null | undefined;
}

export interface NumberListParams {
  /** Only numbers of this type. */
  type?: 'local' | 'mobile' | 'toll_free' | 'short_code' | 'alphanumeric' | undefined;
  /** Only numbers with this status. */
  status?: 'pending' | 'active' | 'suspended' | 'failed' | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface NumberUpdateParams {
  /** Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active. */
  default?: boolean | undefined;
  /** Maximum number of messages per second from this number; further messages wait in a queue; null to send as fast as the carrier accepts. */
  messages_per_second?: number | null | undefined;
  /** ID of the registration that covers marketing from the number; null to remove the number from the campaign. */
  campaign_id?: string | null | undefined;
}

export interface NumberReleaseParams {
  /** Whether to also return the number to the carrier, if this account bought it; you cannot undo this, and someone else can then get the number. */
  release_at_carrier?: boolean | undefined;
}

export interface RegistrationSubmitParams {
  /** Business that sends the messages. */
  brand: {
    /** Name of the business as registered with the tax authority. */
    legal_name: string;
    /** Legal form of the business. */
    entity_type: 'PRIVATE_PROFIT' | 'PUBLIC_PROFIT' | 'NON_PROFIT' | 'GOVERNMENT' | 'SOLE_PROPRIETOR';
    /** Tax number of the business; optional only for a sole proprietor. */
    ein?: string | undefined;
    /** Line of business. */
    vertical: 'AGRICULTURE' | 'COMMUNICATION' | 'CONSTRUCTION' | 'EDUCATION' | 'ENERGY' | 'ENTERTAINMENT' | 'FINANCIAL' | 'GAMBLING' | 'GOVERNMENT' | 'HEALTHCARE' | 'HOSPITALITY' | 'HUMAN_RESOURCES' | 'INSURANCE' | 'LEGAL' | 'MANUFACTURING' | 'NGO' | 'POLITICAL' | 'POSTAL' | 'PROFESSIONAL' | 'REAL_ESTATE' | 'RETAIL' | 'TECHNOLOGY' | 'TRANSPORTATION';
    website: string;
    street: string;
    city: string;
    /** State or province, such as NY. */
    region: string;
    postal_code: string;
    /** Two-letter ISO 3166-1 country code. */
    country: string;
    /** Email address for messages from the registry. */
    email: string;
    /** Phone number for calls from the registry. */
    phone: string;
  };
  /** Purpose of the messages. */
  campaign: {
    /** Kind of messages to send. */
    use_case: '2FA' | 'ACCOUNT_NOTIFICATION' | 'CUSTOMER_CARE' | 'DELIVERY_NOTIFICATION' | 'FRAUD_ALERT' | 'HIGHER_EDUCATION' | 'LOW_VOLUME' | 'MARKETING' | 'MIXED' | 'POLLING_VOTING' | 'PUBLIC_SERVICE_ANNOUNCEMENT' | 'SECURITY_ALERT';
    /** Who gets the messages and why, in 40 to 4096 characters. */
    description: string;
    /** How people agree to get the messages, in 40 to 2048 characters. */
    message_flow: string;
    /** Two to five sample messages of 20 to 1024 characters each. */
    samples: string[];
    /** Reply to START, in 20 to 320 characters. */
    opt_in_message: string;
    /** Reply to STOP, in 20 to 320 characters. */
    opt_out_message: string;
    /** Reply to HELP, in 20 to 320 characters. */
    help_message: string;
    privacy_policy_url: string;
    terms_url: string;
    /** Whether messages contain links. The default is false. */
    has_links?: boolean | undefined;
    /** Whether messages contain phone numbers. The default is false. */
    has_phone_numbers?: boolean | undefined;
  };
  /** IDs of the numbers to add to the campaign. */
  number_ids?: string[] | undefined;
}

export interface RegistrationListParams {
  /** Only registrations with this status. */
  status?: 'pending' | 'approved' | 'rejected' | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface ReportGetParams {
  /** Messages created at or after this time, rounded down to a quarter of an hour; seven days before the end if empty; at most 92 days before the end if the interval is hour, and otherwise 3,653 days; a report has at most 25,000 rows. */
  start?: string | Date | undefined;
  /** Messages created before this time, rounded up to a quarter of an hour; now if empty. */
  end?: string | Date | undefined;
  /** Length of the periods to count separately. */
  interval?: 'hour' | 'day' | 'week' | 'month' | undefined;
  /** Property to group the messages by. */
  group_by?: 'status' | 'purpose' | 'from' | 'campaign' | 'country' | 'list' | undefined;
  /** IANA name of the time zone for the periods; the account's time zone if empty. */
  time_zone?: string | undefined;
  /** Only messages with this status. */
  status?: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received' | undefined;
  /** Only messages of this purpose. */
  purpose?: 'notification' | 'otp' | 'marketing' | 'alert' | undefined;
  /** Only messages sent from this number or name of the account. */
  from?: string | undefined;
  /** Only messages of this campaign. */
  campaign_id?: string | undefined;
  /** Only messages to or from this country. */
  country?: string | undefined;
  /** Only messages to contacts on this list. */
  list_id?: string | undefined;
}

export interface WebhookCreateParams {
  /** URL that receives the events. */
  url: string;
  /** Events to deliver; message.* means every message event, and * means every event. */
  events: ('message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled' | 'message.*' | 'contact.*' | 'list.*' | 'review.*' | 'conversation.*' | 'broadcast.*' | 'verification.*' | 'registration.*' | 'number.*' | 'webhook.*' | '*')[];
  /** Limits message events to those where each given field has one of the values. */
  filter?: {
    to?: string[] | undefined;
    from?: string[] | undefined;
    purpose?: ('notification' | 'otp' | 'marketing' | 'alert')[] | undefined;
    status?: ('scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received')[] | undefined;
    /** Keywords of the texts to deliver, such as stop; "none" stands for messages without a keyword. */
    keyword?: ('none' | 'stop' | 'start' | 'help')[] | undefined;
    /** IDs of the messages whose events and replies to deliver; when you add an ID, its earlier events are delivered, too. */
    message_id?: string[] | undefined;
  } | null | undefined;
  /** Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long. */
  burst_seconds?: number | null | undefined;
  /** Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64; if omitted, the service creates one for a new webhook. */
  secret?: string | undefined;
  /** When the webhook expires; never if empty. */
  expires_at?: string | Date | null | undefined;
}

export interface WebhookListParams {
  /** Only the webhook with this URL. */
  url?: string | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface WebhookUpdateParams {
  /** URL that receives the events. */
  url?: string | undefined;
  /** Events to deliver; message.* means every message event, and * means every event. */
  events?: ('message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled' | 'message.*' | 'contact.*' | 'list.*' | 'review.*' | 'conversation.*' | 'broadcast.*' | 'verification.*' | 'registration.*' | 'number.*' | 'webhook.*' | '*')[] | undefined;
  /** Limits message events to those where each given field has one of the values; null to remove the filter. */
  filter?: {
    to?: string[] | undefined;
    from?: string[] | undefined;
    purpose?: ('notification' | 'otp' | 'marketing' | 'alert')[] | undefined;
    status?: ('scheduled' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'expired' | 'unconfirmed' | 'canceled' | 'received')[] | undefined;
    /** Keywords of the texts to deliver, such as stop; "none" stands for messages without a keyword. */
    keyword?: ('none' | 'stop' | 'start' | 'help')[] | undefined;
    /** IDs of the messages whose events and replies to deliver; when you add an ID, its earlier events are delivered, too. */
    message_id?: string[] | undefined;
  } | null | undefined;
  /** Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long. */
  burst_seconds?: number | null | undefined;
  /** Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64. */
  secret?: string | undefined;
  status?: 'enabled' | 'disabled' | undefined;
  /** When the webhook expires; never if empty. */
  expires_at?: string | Date | null | undefined;
}

export interface WebhookRedeliverParams {
  /** Only events at or after this time. */
  created_after: string | Date;
  /** Only events before this time. */
  created_before?: string | Date | undefined;
  /** The next_cursor of the previous request. */
  cursor?: string | undefined;
}

export interface WebhookRotateSecretParams {
  /** Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64; the service creates one if omitted. */
  secret?: string | undefined;
}

export interface WebhookAcknowledgeParams {
  /** IDs of the events that the receiver has handled. */
  event_ids: string[];
}

export interface WebhookClaimParams {
  event_id: string;
  /** A name that identifies the process, such as a random ID. */
  claimant: string;
}

export interface WebhookDeliveriesParams {
  /** Only failed deliveries. */
  status?: 'failed' | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface EventListParams {
  /** Only events of these types. */
  type?: 'message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled' | ('message.received' | 'message.sent' | 'message.delivered' | 'message.undelivered' | 'message.failed' | 'message.expired' | 'message.unconfirmed' | 'message.canceled' | 'contact.created' | 'contact.opted_out' | 'contact.opted_in' | 'list.contact_added' | 'review.created' | 'review.decided' | 'conversation.opened' | 'conversation.closed' | 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled' | 'verification.approved' | 'verification.failed' | 'registration.approved' | 'registration.rejected' | 'number.activated' | 'number.failed' | 'webhook.test' | 'webhook.expired' | 'webhook.disabled')[] | undefined;
  /** Only events of this message. */
  message_id?: string | undefined;
  /** Only events of the messages with these IDs, and of the replies to them. */
  related_to?: string | string[] | undefined;
  /** Only events at or after this time. */
  created_after?: string | Date | undefined;
  /** Only events before this time. */
  created_before?: string | Date | undefined;
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface EventRedeliverParams {
  /** Only to this webhook. */
  webhook_id?: string | undefined;
}

export interface EventDeliveriesParams {
  /** Max number of results to return. The default is 20. */
  limit?: number | undefined;
  /** The next_cursor of the previous page. */
  cursor?: string | undefined;
}

export interface CarrierTestParams {
  /** Your own phone. */
  to: string;
  /** Sender that belongs to the carrier; any of them if empty. */
  from?: string | undefined;
}

/** The account that an API key belongs to. */
export interface AccountResource {
  /**
   * Gets the account that the API key belongs to, its settings, and the scope of the key.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly get: (options?: CallOptions) => Promise<Account>;
  /**
   * Changes the given settings of the account and keeps the others.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly update: (params?: AccountUpdateParams, options?: CallOptions) => Promise<Account>;
}

/** The API keys of an account. */
export interface KeysResource {
  /**
   * Creates an API key for the account; only this response shows the key itself.
   *
   * @throws {ApiError} limit_reached, or an error that any call can get
   */
  readonly create: (params: KeyCreateParams, options?: ChangeOptions) => Promise<ApiKeyWithItsValue>;
  /**
   * Lists the API keys of the account, newest first, including expired keys, but not revoked ones.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: KeyListParams, options?: CallOptions) => Promise<ApiKeyPage>;
  /**
   * Creates a key with the same name and scope; the old key works for an overlap that you choose, so that your programs can change to the new one. Only this response shows the new key itself. You can rotate a key once; after that, rotate the key that replaced it.
   *
   * @param id ID of the API key to replace.
   * @throws {ApiError} not_found, key_already_rotated, last_admin_key, limit_reached, or an error that any call can get
   */
  readonly rotate: (id: string, params?: KeyRotateParams, options?: ChangeOptions) => Promise<NewApiKeyWithItsValue>;
  /**
   * Revokes an API key permanently, within a second; a key cannot revoke itself, and the account must keep an admin key that works for at least 7 days.
   *
   * @param id ID of the API key.
   * @throws {ApiError} not_found, cannot_revoke_current_key, last_admin_key, or an error that any call can get
   */
  readonly revoke: (id: string, options?: CallOptions) => Promise<void>;
}

/** Who did what with which key. */
export interface AuditsResource {
  /**
   * Lists who did what with which key, newest first; the API cannot change or delete an entry, and the service deletes old entries after a time that the operator sets.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: AuditListParams, options?: CallOptions) => Promise<AuditEntryPage>;
}

/** Sent and received text messages, and their delivery. */
export interface MessagesResource {
  /**
   * Sends an SMS or MMS message to one recipient.
   *
   * @throws {ApiError} recipient_opted_out, opt_in_required, sender_not_owned, unregistered_sender, no_route, media_not_supported, recipient_not_allowed, daily_limit_reached, or an error that any call can get
   */
  readonly send: (params: MessageSendParams, options?: ChangeOptions) => Promise<Message>;
  /**
   * Sends up to 500 messages and returns for each, in order, the result that a single request would return; if you repeat it unchanged with the same Idempotency-Key, it tries only the rejected messages again; to correct some, send only these, with a new key, because the whole batch with a new key would send the accepted messages again.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly sendBatch: (params: MessageSendBatchParams, options?: ChangeOptions) => Promise<MessageSendBatchResponse>;
  /**
   * Shows how a message would be sent, how many segments it needs, and whether the service would accept it; stores nothing.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly preview: (params: MessagePreviewParams, options?: CallOptions) => Promise<Preview>;
  /**
   * Gets one message and its delivery status.
   *
   * @param id ID of the message, as returned when it was sent.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Message>;
  /**
   * Lists the attempts to submit this message to a carrier, newest first; empty if the first one succeeded.
   *
   * @param id ID of the message.
   * @throws {ApiError} not_found, invalid_cursor, or an error that any call can get
   */
  readonly attempts: (id: string, params?: MessageAttemptsParams, options?: CallOptions) => Promise<AttemptPage>;
  /**
   * Searches messages, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: MessageListParams, options?: CallOptions) => Promise<MessagePage>;
  /**
   * Cancels a message that has not been sent yet.
   *
   * @param id ID of the message to cancel.
   * @throws {ApiError} not_found, not_cancelable, or an error that any call can get
   */
  readonly cancel: (id: string, options?: ChangeOptions) => Promise<Message>;
  /**
   * Changes when a scheduled message is sent; its expiry moves by the same amount, and marketing still respects quiet hours.
   *
   * @param id ID of the scheduled message.
   * @throws {ApiError} not_found, status_conflict, or an error that any call can get
   */
  readonly reschedule: (id: string, params: MessageRescheduleParams, options?: CallOptions) => Promise<Message>;
}

/** The people that you text, and their consent. */
export interface ContactsResource {
  /**
   * Adds a contact, or updates the given fields and attributes of the contact that has this phone number.
   *
   * @throws {ApiError} opt_in_required, or an error that any call can get
   */
  readonly upsert: (params: ContactUpsertParams, options?: ChangeOptions) => Promise<Contact>;
  /**
   * Gets one contact by ID or phone number.
   *
   * @param id ID or phone number of the contact.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Contact>;
  /**
   * Searches contacts, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: ContactListParams, options?: CallOptions) => Promise<ContactPage>;
  /**
   * Updates the given fields and attributes of a contact and keeps the others.
   *
   * @param id ID or phone number of the contact.
   * @throws {ApiError} not_found, opt_in_required, or an error that any call can get
   */
  readonly update: (id: string, params?: ContactUpdateParams, options?: CallOptions) => Promise<Contact>;
  /**
   * Deletes a contact; an opt-out of its number stays active.
   *
   * @param id ID or phone number of the contact.
   * @throws {ApiError} not_found, limit_reached, or an error that any call can get
   */
  readonly delete: (id: string, params?: ContactDeleteParams, options?: CallOptions) => Promise<void>;
  /**
   * Texts a pending contact and asks for a YES, which subscribes the contact (double opt-in); at most once a day.
   *
   * @param id ID or phone number of the contact.
   * @throws {ApiError} not_found, status_conflict, sender_not_owned, no_route, recipient_opted_out, recipient_not_allowed, daily_limit_reached, or an error that any call can get
   */
  readonly confirm: (id: string, params?: ContactConfirmParams, options?: ChangeOptions) => Promise<Message>;
  /**
   * Adds or updates a contact for each row of a CSV file and lists every rejected row; an account can run one import at a time, per process. The service stores rows in batches: after an error, send the same import again, which adds no contact twice.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly import: (params: ContactImportParams, options?: ChangeOptions) => Promise<Import>;
  /**
   * Gets everything that the service stores about a person, by contact ID or phone number; also works with a number without a contact. Events and stored responses repeat this data and are left out.
   *
   * @param id ID or phone number of the contact.
   * @throws {ApiError} not_found, invalid_cursor, or an error that any call can get
   */
  readonly export: (id: string, params?: ContactExportParams, options?: CallOptions) => Promise<ContactExport>;
}

/** Lists of contacts. */
export interface ListsResource {
  /**
   * Adds a list, or returns the list that has this name; an account can have at most 10,000 lists.
   *
   * @throws {ApiError} limit_reached, or an error that any call can get
   */
  readonly create: (params: ListCreateParams, options?: ChangeOptions) => Promise<ContactList>;
  /**
   * Lists the lists of the account, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: ListListParams, options?: CallOptions) => Promise<ContactListPage>;
  /**
   * Gets one list and its number of contacts.
   *
   * @param id ID of the list.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<ContactList>;
  /**
   * Renames a list.
   *
   * @param id ID of the list.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly update: (id: string, params?: ListUpdateParams, options?: CallOptions) => Promise<ContactList>;
  /**
   * Deletes a list but keeps its contacts.
   *
   * @param id ID of the list.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly delete: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Adds a contact to a list; adding a contact again changes nothing.
   *
   * @param id ID of the list.
   * @param contact_id ID or phone number of the contact.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly addContact: (id: string, contact_id: string, options?: CallOptions) => Promise<Contact>;
  /**
   * Removes a contact from a list; removing a contact that is not on the list changes nothing.
   *
   * @param id ID of the list.
   * @param contact_id ID or phone number of the contact.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly removeContact: (id: string, contact_id: string, options?: CallOptions) => Promise<void>;
}

/** The messages between one of your numbers and one phone number. */
export interface ConversationsResource {
  /**
   * Lists conversations, the most recently updated first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: ConversationListParams, options?: CallOptions) => Promise<ConversationPage>;
  /**
   * Starts the conversation between one of your numbers and a phone number, or opens and returns the one that exists.
   *
   * @throws {ApiError} sender_not_owned, or an error that any call can get
   */
  readonly open: (params: ConversationOpenParams, options?: ChangeOptions) => Promise<Conversation>;
  /**
   * Gets one conversation, its contact and its last message.
   *
   * @param id ID of the conversation.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Conversation>;
  /**
   * Closes or reopens a conversation.
   *
   * @param id ID of the conversation.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly update: (id: string, params?: ConversationUpdateParams, options?: CallOptions) => Promise<Conversation>;
  /**
   * Marks the received messages of a conversation as read.
   *
   * @param id ID of the conversation.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly read: (id: string, params?: ConversationReadParams, options?: ChangeOptions) => Promise<Conversation>;
  /**
   * Lists the sent and received messages of a conversation, newest first.
   *
   * @param id ID of the conversation.
   * @throws {ApiError} not_found, invalid_cursor, or an error that any call can get
   */
  readonly messages: (id: string, params?: ConversationMessagesParams, options?: CallOptions) => Promise<MessagePage>;
  /**
   * Sends a message to the other number of a conversation, from your number in it.
   *
   * @param id ID of the conversation.
   * @throws {ApiError} not_found, recipient_opted_out, sender_not_owned, no_route, media_not_supported, recipient_not_allowed, daily_limit_reached, or an error that any call can get
   */
  readonly reply: (id: string, params: ConversationReplyParams, options?: ChangeOptions) => Promise<Message>;
}

/** The ledger of who agreed or refused to be texted. */
export interface ConsentsResource {
  /**
   * Lists who agreed or refused to be texted, when, and with what words, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: ConsentListParams, options?: CallOptions) => Promise<ConsentRecordPage>;
}

/** Your erasure requests and their progress. */
export interface ErasuresResource {
  /**
   * Lists your erasure requests and their progress, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: ErasureListParams, options?: CallOptions) => Promise<ErasurePage>;
}

/** Possible opt-outs, for a person to decide. */
export interface ReviewsResource {
  /**
   * Lists the reviews of possible opt-outs: received texts that may ask you to stop or start texting, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: ReviewListParams, options?: CallOptions) => Promise<ReviewPage>;
  /**
   * Gets one review.
   *
   * @param id ID of the review.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Review>;
  /**
   * Confirms that the sender wants you to stop or start texting, or dismisses the review.
   *
   * @param id ID of the review.
   * @throws {ApiError} not_found, status_conflict, or an error that any call can get
   */
  readonly decide: (id: string, params: ReviewDecideParams, options?: ChangeOptions) => Promise<Review>;
}

/** One text to many contacts. */
export interface BroadcastsResource {
  /**
   * Sends one text to many contacts, at most once to each; an account can have at most 100 broadcasts that have not ended.
   *
   * @throws {ApiError} sender_not_owned, unregistered_sender, limit_reached, or an error that any call can get
   */
  readonly create: (params: BroadcastCreateParams, options?: ChangeOptions) => Promise<Broadcast>;
  /**
   * Shows how many contacts would get the message, how many segments they need, and some of the texts; stores nothing.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly preview: (params: BroadcastPreviewParams, options?: CallOptions) => Promise<BroadcastPreview>;
  /**
   * Lists broadcasts, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: BroadcastListParams, options?: CallOptions) => Promise<BroadcastPage>;
  /**
   * Gets one broadcast, its progress and its counts.
   *
   * @param id ID of the broadcast.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Broadcast>;
  /**
   * Pauses a broadcast; messages that a carrier has already accepted still arrive.
   *
   * @param id ID of the broadcast.
   * @throws {ApiError} not_found, status_conflict, or an error that any call can get
   */
  readonly pause: (id: string, options?: ChangeOptions) => Promise<Broadcast>;
  /**
   * Continues a broadcast that is paused or stopped; if it has not started and its time has passed, it starts immediately.
   *
   * @param id ID of the broadcast.
   * @throws {ApiError} not_found, status_conflict, or an error that any call can get
   */
  readonly resume: (id: string, options?: ChangeOptions) => Promise<Broadcast>;
  /**
   * Ends a broadcast and cancels its messages that have not been sent yet; you cannot resume it.
   *
   * @param id ID of the broadcast.
   * @throws {ApiError} not_found, status_conflict, or an error that any call can get
   */
  readonly cancel: (id: string, options?: ChangeOptions) => Promise<Broadcast>;
  /**
   * Changes when a broadcast starts that has not started yet; a paused broadcast stays paused.
   *
   * @param id ID of the broadcast.
   * @throws {ApiError} not_found, status_conflict, or an error that any call can get
   */
  readonly reschedule: (id: string, params: BroadcastRescheduleParams, options?: CallOptions) => Promise<Broadcast>;
  /**
   * Lists the recipients of a broadcast and what became of their messages, the newest contacts first.
   *
   * @param id ID of the broadcast.
   * @throws {ApiError} not_found, invalid_cursor, or an error that any call can get
   */
  readonly recipients: (id: string, params?: BroadcastRecipientsParams, options?: CallOptions) => Promise<BroadcastRecipientPage>;
}

/** Codes that prove that a person has a phone number. */
export interface VerificationsResource {
  /**
   * Texts a code to a phone number; a newer code to the same number cancels the older one.
   *
   * @throws {ApiError} recipient_opted_out, sender_not_owned, no_route, recipient_not_allowed, daily_limit_reached, verification_blocked, too_many_verifications, or an error that any call can get
   */
  readonly start: (params: VerificationStartParams, options?: ChangeOptions) => Promise<Verification>;
  /**
   * Compares a code that a person entered with the code that you sent; each wrong code uses up an attempt.
   *
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly check: (params: VerificationCheckParams, options?: ChangeOptions) => Promise<VerificationCheck>;
  /**
   * Gets one verification.
   *
   * @param id ID of the verification.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Verification>;
  /**
   * Lists verifications, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: VerificationListParams, options?: CallOptions) => Promise<VerificationPage>;
  /**
   * Cancels a pending verification, so that its code is no longer valid.
   *
   * @param id ID of the verification.
   * @throws {ApiError} not_found, status_conflict, or an error that any call can get
   */
  readonly cancel: (id: string, options?: ChangeOptions) => Promise<Verification>;
  /**
   * Lists the ranges of phone numbers that you sent codes to in the last 24 hours, those with the most codes first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly prefixes: (params?: VerificationPrefixesParams, options?: CallOptions) => Promise<VerificationPrefixPage>;
  /**
   * Lets the service send codes to a range of phone numbers again.
   *
   * @param prefix First digits of the phone numbers, as the list shows them.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly unblock: (prefix: string, options?: ChangeOptions) => Promise<VerificationPrefix>;
}

/** The numbers that send and receive messages. */
export interface NumbersResource {
  /**
   * Searches the numbers that can be provisioned.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly available: (params?: NumberAvailableParams, options?: CallOptions) => Promise<NumberAvailableResponse>;
  /**
   * Adds an available number, a short code or a name to the account to send messages from; a number that requires a purchase is pending until the carrier delivers it.
   *
   * @throws {ApiError} number_in_use, limit_reached, or an error that any call can get
   */
  readonly provision: (params: NumberProvisionParams, options?: ChangeOptions) => Promise<SenderNumber>;
  /**
   * Gets one number of the account.
   *
   * @param id ID of the number.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<SenderNumber>;
  /**
   * Lists the numbers of the account, newest first, including those whose purchase is pending or has failed.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: NumberListParams, options?: CallOptions) => Promise<SenderNumberPage>;
  /**
   * Makes a number the default, sets its rate, or adds it to a campaign.
   *
   * @param id ID of the number.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly update: (id: string, params?: NumberUpdateParams, options?: CallOptions) => Promise<SenderNumber>;
  /**
   * Releases a number. Its waiting messages fail, and texts to it are lost. If it was the default, the account has none until you choose another. For 24 hours, no other account can provision it. The carrier still bills you unless you also release it there.
   *
   * @param id ID of the number.
   * @throws {ApiError} not_found, purchase_pending, or an error that any call can get
   */
  readonly release: (id: string, params?: NumberReleaseParams, options?: CallOptions) => Promise<void>;
}

/** Brands and campaigns that are registered for marketing in the US (10DLC). */
export interface RegistrationsResource {
  /**
   * Registers a brand and its campaign with the simulated registry, which decides within 36 hours; for real texts from US local numbers (10DLC), also register at the carrier.
   *
   * @throws {ApiError} limit_reached, or an error that any call can get
   */
  readonly submit: (params: RegistrationSubmitParams, options?: ChangeOptions) => Promise<Registration>;
  /**
   * Gets one registration and the decision of the registry.
   *
   * @param id ID of the registration.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Registration>;
  /**
   * Lists the registrations of the account, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: RegistrationListParams, options?: CallOptions) => Promise<RegistrationPage>;
}

/** Counts of messages. */
export interface ReportsResource {
  /**
   * Counts messages by creation time and by a property that they share; the counts match a search for messages exactly, apart from deleted messages, which they still include.
   *
   * @throws {ApiError} An error that any call can get
   */
  readonly get: (params?: ReportGetParams, options?: CallOptions) => Promise<Report>;
}

/** URLs that receive events as they happen. */
export interface WebhooksResource {
  /**
   * Creates a webhook for a URL, or replaces the events, the filter, the burst window and the expiry time of the webhook that has this URL. An account can have at most 100 webhooks without a filter on message_id and 10,000 with one; at most 100 of them can name the same message. At the limit, a new webhook replaces the one that a 410 of its receiver disabled first.
   *
   * @throws {ApiError} limit_reached, or an error that any call can get
   */
  readonly create: (params: WebhookCreateParams, options?: ChangeOptions) => Promise<WebhookWithSecret>;
  /**
   * Lists the webhooks of the account, newest first.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: WebhookListParams, options?: CallOptions) => Promise<WebhookPage>;
  /**
   * Gets one webhook.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<Webhook>;
  /**
   * Changes the given fields of a webhook, or enables or disables it.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, limit_reached, or an error that any call can get
   */
  readonly update: (id: string, params?: WebhookUpdateParams, options?: CallOptions) => Promise<Webhook>;
  /**
   * Deletes a webhook and its outstanding deliveries.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly delete: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Delivers a webhook.test event to this webhook.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, webhook_disabled, or an error that any call can get
   */
  readonly test: (id: string, options?: ChangeOptions) => Promise<WebhookTestResponse>;
  /**
   * Delivers the events of a time range that this webhook asks for and has not received, the oldest first, such as those of an outage of its receiver. Skips events that wait for another attempt. Each request compares up to 5,000 events. While has_more is true, repeat the request with next_cursor.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, webhook_disabled, invalid_cursor, or an error that any call can get
   */
  readonly redeliver: (id: string, params: WebhookRedeliverParams, options?: ChangeOptions) => Promise<Redelivery>;
  /**
   * Gives a webhook a new secret; for 24 hours, the old secret also signs deliveries.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly rotateSecret: (id: string, params?: WebhookRotateSecretParams, options?: ChangeOptions) => Promise<WebhookWithNewSecret>;
  /**
   * Records that the receiver has handled these events; the service makes no further attempt to deliver them to this webhook, even if an earlier response was lost. It ignores IDs of events that the account does not have.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly acknowledge: (id: string, params: WebhookAcknowledgeParams, options?: CallOptions) => Promise<void>;
  /**
   * Lets one of several processes of a receiver handle an event that the service delivers again. A claim lasts 20 seconds, and the same process can renew it. After an attempt that has no response yet, claims return `busy` for 10 seconds. This gives the first receiver time to acknowledge the event.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly claim: (id: string, params: WebhookClaimParams, options?: CallOptions) => Promise<Claim>;
  /**
   * Lists the attempts to deliver to this webhook, newest first.
   *
   * @param id ID of the webhook.
   * @throws {ApiError} not_found, invalid_cursor, or an error that any call can get
   */
  readonly deliveries: (id: string, params?: WebhookDeliveriesParams, options?: CallOptions) => Promise<DeliveryPage>;
}

/** Events, in the form that webhooks deliver. */
export interface EventsResource {
  /**
   * Lists events, newest first, in the form that webhooks deliver.
   *
   * @throws {ApiError} invalid_cursor, or an error that any call can get
   */
  readonly list: (params?: EventListParams, options?: CallOptions) => Promise<EventPage>;
  /**
   * Gets one event, in the form that webhooks deliver.
   *
   * @param id ID of the event.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly get: (id: string, options?: CallOptions) => Promise<TextloomEvent>;
  /**
   * Delivers an event again, byte for byte, to every webhook that subscribes to it and has not acknowledged it.
   *
   * @param id ID of the event.
   * @throws {ApiError} not_found, or an error that any call can get
   */
  readonly redeliver: (id: string, params?: EventRedeliverParams, options?: ChangeOptions) => Promise<EventRedeliverResponse>;
  /**
   * Lists the attempts to deliver this event to any webhook, newest first.
   *
   * @param id ID of the event.
   * @throws {ApiError} not_found, invalid_cursor, or an error that any call can get
   */
  readonly deliveries: (id: string, params?: EventDeliveriesParams, options?: CallOptions) => Promise<DeliveryPage>;
}

/** The carriers of the service, for its operator. */
export interface CarriersResource {
  /**
   * Lists the carriers of the service with their status; only the first account of the service, which belongs to its operator, can see them.
   *
   * @throws {ApiError} operator_only, or an error that any call can get
   */
  readonly list: (options?: CallOptions) => Promise<CarrierListResponse>;
  /**
   * Sends a short text through a carrier, from a number of the account that belongs to it; the message behaves like any other.
   *
   * @param name Name of the carrier in CARRIERS.
   * @throws {ApiError} operator_only, not_found, recipient_opted_out, sender_not_owned, no_route, recipient_not_allowed, daily_limit_reached, or an error that any call can get
   */
  readonly test: (name: string, params: CarrierTestParams, options?: ChangeOptions) => Promise<Message>;
}

/** Every operation of the API, by resource. */
export class Resources {
  /** The account that an API key belongs to. */
  declare readonly account: AccountResource;
  /** The API keys of an account. */
  declare readonly keys: KeysResource;
  /** Who did what with which key. */
  declare readonly audits: AuditsResource;
  /** Sent and received text messages, and their delivery. */
  declare readonly messages: MessagesResource;
  /** The people that you text, and their consent. */
  declare readonly contacts: ContactsResource;
  /** Lists of contacts. */
  declare readonly lists: ListsResource;
  /** The messages between one of your numbers and one phone number. */
  declare readonly conversations: ConversationsResource;
  /** The ledger of who agreed or refused to be texted. */
  declare readonly consents: ConsentsResource;
  /** Your erasure requests and their progress. */
  declare readonly erasures: ErasuresResource;
  /** Possible opt-outs, for a person to decide. */
  declare readonly reviews: ReviewsResource;
  /** One text to many contacts. */
  declare readonly broadcasts: BroadcastsResource;
  /** Codes that prove that a person has a phone number. */
  declare readonly verifications: VerificationsResource;
  /** The numbers that send and receive messages. */
  declare readonly numbers: NumbersResource;
  /** Brands and campaigns that are registered for marketing in the US (10DLC). */
  declare readonly registrations: RegistrationsResource;
  /** Counts of messages. */
  declare readonly reports: ReportsResource;
  /** URLs that receive events as they happen. */
  declare readonly webhooks: WebhooksResource;
  /** Events, in the form that webhooks deliver. */
  declare readonly events: EventsResource;
  /** The carriers of the service, for its operator. */
  declare readonly carriers: CarriersResource;
}
