-- A database as version 0.1.0 had it, which 0001_initial made, with something in every table. Nothing changes it any more.
CREATE TABLE public.account (
    id text NOT NULL,
    name text NOT NULL,
    default_country text NOT NULL,
    time_zone text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.api_key (
    id text NOT NULL,
    account_id text NOT NULL,
    hash text NOT NULL,
    scope text NOT NULL,
    is_bootstrap boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.contact (
    id text NOT NULL,
    account_id text NOT NULL,
    phone text NOT NULL,
    first_name text,
    last_name text,
    email text,
    external_id text,
    attributes jsonb NOT NULL,
    time_zone text,
    status text NOT NULL,
    consent jsonb,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.delivery (
    id text NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    attempt integer NOT NULL,
    status_code integer,
    answer text,
    error text,
    duration_ms integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone
);
CREATE TABLE public.event (
    id text NOT NULL,
    account_id text NOT NULL,
    type text NOT NULL,
    message_id text,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.handset_text (
    id text NOT NULL,
    handset text NOT NULL,
    direction text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    text text NOT NULL,
    message_id text,
    parts integer NOT NULL,
    is_shown boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    seq bigint NOT NULL
);
CREATE SEQUENCE public.handset_text_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.handset_text_seq_seq OWNED BY public.handset_text.seq;
CREATE TABLE public.idempotency (
    account_id text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status integer NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.message (
    id text NOT NULL,
    account_id text NOT NULL,
    direction text NOT NULL,
    status text NOT NULL,
    recipient text NOT NULL,
    sender text NOT NULL,
    text text NOT NULL,
    sent_text text,
    encoding text NOT NULL,
    segments integer NOT NULL,
    purpose text NOT NULL,
    contact_id text,
    reference text,
    metadata jsonb NOT NULL,
    error jsonb,
    in_reply_to text,
    sequence integer NOT NULL,
    send_at timestamp with time zone,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    delivered_at timestamp with time zone,
    final_at timestamp with time zone,
    carrier text,
    carrier_ref text,
    submitting_at timestamp with time zone,
    claim text,
    attempts integer DEFAULT 0 NOT NULL,
    is_keyword_reply boolean DEFAULT false NOT NULL
);
CREATE TABLE public.number (
    id text NOT NULL,
    account_id text NOT NULL,
    number text NOT NULL,
    country text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.opt_out (
    account_id text NOT NULL,
    phone text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.part (
    carrier text NOT NULL,
    ref text NOT NULL,
    message_id text NOT NULL,
    part integer NOT NULL,
    outcome text,
    carrier_code text
);
CREATE TABLE public.receipt (
    id text NOT NULL,
    carrier text NOT NULL,
    ref text NOT NULL,
    outcome text NOT NULL,
    carrier_code text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    matched boolean DEFAULT false NOT NULL
);
CREATE TABLE public.webhook (
    id text NOT NULL,
    account_id text NOT NULL,
    url text NOT NULL,
    events jsonb NOT NULL,
    filter jsonb,
    secret text NOT NULL,
    status text NOT NULL,
    disabled_reason text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.handset_text ALTER COLUMN seq SET DEFAULT nextval('public.handset_text_seq_seq'::regclass);
INSERT INTO public.account VALUES ('acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'Acme Shop', 'US', 'America/New_York', '2026-01-05 08:00:00+00');
INSERT INTO public.api_key VALUES ('key_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', '51bc7ad8a220127737f601ef44c146b3761a548f985ed79b5e6f7b4d72260eb7', 'admin', true, '2026-01-05 08:00:00+00');
INSERT INTO public.api_key VALUES ('key_01JZ3K8QW5T4V9XH2M6N7P8R1S', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', '0296e93edc1a3c7b1f6c33a3cde3d702f635ea142846b1ffee090bda208a35a9', 'read', false, '2026-01-05 08:00:00+00');
INSERT INTO public.contact VALUES ('con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', '+12025550123', 'Ada', NULL, 'ada@example.com', '42', '{"plan": "pro"}', 'America/Chicago', 'subscribed', '{"at": "2026-01-05T08:00:00.000Z", "source": "form"}', '2026-01-05 08:00:00+00', '2026-01-05 08:00:00+00');
INSERT INTO public.delivery VALUES ('dlv_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'whk_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'evt_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'message.delivered', 1, 200, 'OK', NULL, 42, '2026-01-05 08:00:03+00', NULL);
INSERT INTO public.event VALUES ('evt_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'message.delivered', 'msg_01JZ3K8QW5T4V9XH2M6N7P8R04', '{"id":"evt_01JZ3K8QW5T4V9XH2M6N7P8R0S"}', '2026-01-05 08:00:02+00');
INSERT INTO public.handset_text VALUES ('txt_4', '+12025550123', 'to_handset', '+12025550100', '+12025550123', 'Message 4', 'msg_01JZ3K8QW5T4V9XH2M6N7P8R04', 1, true, '2026-01-05 08:00:01+00', 1);
INSERT INTO public.kysely_migration VALUES ('0001_initial', '2026-11-21T13:31:41.712Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R01', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'outbound', 'scheduled', '+12025550123', '+12025550100', 'Message 1', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-1', '{"step": "1"}', NULL, NULL, 1, '2031-01-05 08:00:00+00', '2031-01-06 08:00:00+00', '2026-01-05 08:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, false);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R02', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'outbound', 'queued', '+12025550123', '+12025550100', 'Message 2', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-2', '{"step": "1"}', NULL, NULL, 1, NULL, '2031-01-06 08:00:00+00', '2026-01-05 08:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, false);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R03', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'outbound', 'sent', '+12025550123', '+12025550100', 'Message 3', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-3', '{"step": "1"}', NULL, NULL, 1, NULL, '2031-01-06 08:00:00+00', '2026-01-05 08:00:00+00', '2026-01-05 08:00:01+00', NULL, NULL, 'handset', NULL, NULL, NULL, 0, false);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R04', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'outbound', 'delivered', '+12025550123', '+12025550100', 'Message 4', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-4', '{"step": "1"}', NULL, NULL, 1, NULL, '2031-01-06 08:00:00+00', '2026-01-05 08:00:00+00', '2026-01-05 08:00:01+00', '2026-01-05 08:00:02+00', '2026-01-05 08:00:02+00', 'handset', NULL, NULL, NULL, 0, false);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R05', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'outbound', 'undelivered', '+12025550123', '+12025550100', 'Message 5', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-5', '{"step": "1"}', '{"code": "carrier_undeliverable", "message": "The carrier could not deliver it", "retryable": false, "carrier_code": "UNDELIV"}', NULL, 1, NULL, '2031-01-06 08:00:00+00', '2026-01-05 08:00:00+00', '2026-01-05 08:00:01+00', NULL, '2026-01-05 08:00:02+00', 'handset', NULL, NULL, NULL, 0, false);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R06', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'outbound', 'failed', '+12025550123', '+12025550100', 'Message 6', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-6', '{"step": "1"}', '{"code": "carrier_undeliverable", "message": "The carrier could not deliver it", "retryable": false, "carrier_code": "UNDELIV"}', NULL, 1, NULL, '2031-01-06 08:00:00+00', '2026-01-05 08:00:00+00', NULL, NULL, '2026-01-05 08:00:02+00', 'handset', NULL, NULL, NULL, 0, false);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R07', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'outbound', 'canceled', '+12025550123', '+12025550100', 'Message 7', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-7', '{"step": "1"}', NULL, NULL, 1, NULL, '2031-01-06 08:00:00+00', '2026-01-05 08:00:00+00', NULL, NULL, '2026-01-05 08:00:02+00', NULL, NULL, NULL, NULL, 0, false);
INSERT INTO public.message VALUES ('msg_01JZ3K8QW5T4V9XH2M6N7P8R08', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'inbound', 'received', '+12025550100', '+12025550123', 'Message 8', NULL, 'gsm7', 1, 'notification', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'order-8', '{"step": "1"}', NULL, NULL, 1, NULL, NULL, '2026-01-05 08:00:00+00', NULL, NULL, '2026-01-05 08:00:02+00', 'handset', 'txt_1', NULL, NULL, 0, false);
INSERT INTO public.number VALUES ('num_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', '+12025550100', 'US', 'local', 'active', true, '2026-01-05 08:00:00+00');
INSERT INTO public.opt_out VALUES ('acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', '+12025550124', '2026-01-05 08:00:00+00');
INSERT INTO public.part VALUES ('handset', 'txt_3-1', 'msg_01JZ3K8QW5T4V9XH2M6N7P8R03', 0, NULL, NULL);
INSERT INTO public.part VALUES ('handset', 'txt_4-1', 'msg_01JZ3K8QW5T4V9XH2M6N7P8R04', 0, 'delivered', 'DELIVRD');
INSERT INTO public.receipt VALUES ('rcp_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'handset', 'txt_4-1', 'delivered', 'DELIVRD', '2026-01-05 08:00:02+00', true);
INSERT INTO public.webhook VALUES ('whk_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'acc_01JZ3K8QW5T4V9XH2M6N7P8R0S', 'https://example.com/textloom', '["message.*"]', NULL, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'disabled', 'Disabled by the account', '2026-01-05 08:00:00+00', '2026-01-05 08:00:00+00');
SELECT pg_catalog.setval('public.handset_text_seq_seq', 1, true);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_phone UNIQUE (account_id, phone);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.handset_text
    ADD CONSTRAINT handset_text_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (account_id, path, key);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.number
    ADD CONSTRAINT number_number_key UNIQUE (number);
ALTER TABLE ONLY public.number
    ADD CONSTRAINT number_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.opt_out
    ADD CONSTRAINT opt_out_pkey PRIMARY KEY (account_id, phone);
ALTER TABLE ONLY public.part
    ADD CONSTRAINT part_pkey PRIMARY KEY (carrier, ref);
ALTER TABLE ONLY public.receipt
    ADD CONSTRAINT receipt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_url UNIQUE (account_id, url);
CREATE INDEX contact_email ON public.contact USING btree (account_id, email);
CREATE INDEX contact_external_id ON public.contact USING btree (account_id, external_id);
CREATE INDEX delivery_webhook ON public.delivery USING btree (webhook_id, id);
CREATE INDEX event_account ON public.event USING btree (account_id, id);
CREATE INDEX event_message ON public.event USING btree (message_id);
CREATE INDEX handset_text_handset ON public.handset_text USING btree (handset, seq);
CREATE INDEX handset_text_message ON public.handset_text USING btree (message_id);
CREATE INDEX handset_text_seq ON public.handset_text USING btree (seq);
CREATE INDEX idempotency_created ON public.idempotency USING btree (created_at);
CREATE INDEX message_account ON public.message USING btree (account_id, id);
CREATE UNIQUE INDEX message_carrier_ref ON public.message USING btree (carrier, carrier_ref) WHERE (carrier_ref IS NOT NULL);
CREATE INDEX message_open ON public.message USING btree (expires_at) WHERE (final_at IS NULL);
CREATE INDEX message_recipient ON public.message USING btree (account_id, recipient, id);
CREATE INDEX message_reference ON public.message USING btree (account_id, reference) WHERE (reference IS NOT NULL);
CREATE INDEX part_message ON public.part USING btree (message_id);
CREATE INDEX receipt_unmatched ON public.receipt USING btree (carrier, ref) WHERE (matched = false);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.number
    ADD CONSTRAINT number_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.opt_out
    ADD CONSTRAINT opt_out_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.part
    ADD CONSTRAINT part_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
