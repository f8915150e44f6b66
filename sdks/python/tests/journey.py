"""Tests the client against a real service at TEXTLOOM_URL. FAULTY_BASE_URL loses responses."""

import os
import pickle
import sys
import threading
import time
import unittest
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from textloom import (  # noqa: E402
    ApiError,
    Client,
    NetworkError,
    WebhookVerificationError,
    new_idempotency_key,
    paginate,
    send_many,
    verify_webhook,
)

BASE_URL = os.environ["TEXTLOOM_URL"]
API_KEY = os.environ["TEXTLOOM_API_KEY"]
FAULTY_BASE_URL = os.environ["FAULTY_BASE_URL"]

ADA = "+12025550121"
BOB = "+12025550122"


def until(what, ask, seconds=150):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        result = ask()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError(f"Waited {seconds} seconds until {what}")


class Journey(unittest.TestCase):
    def setUp(self):
        self.client = Client(API_KEY, BASE_URL)

    def refusal(self, status, code):
        """Expects that a block is refused with an error."""
        test = self

        class Refusal:
            def __enter__(self):
                return self

            def __exit__(self, kind, error, _):
                test.assertIsInstance(error, ApiError)
                test.assertEqual((error.status, error.code), (status, code))
                self.error = error
                return True

        return Refusal()

    def test_sends_a_message_and_follows_it_to_the_handset(self):
        sent = self.client.messages.send(
            to=ADA, text="Grüße & 100 % 👋", reference="python-sent", metadata={}
        )
        self.assertEqual(sent["text"], "Grüße & 100 % 👋")
        delivered = until(
            "it is delivered",
            lambda: (message := self.client.messages.get(sent["id"]))["status"] == "delivered"
            and message,
        )
        self.assertEqual(delivered["metadata"], {})
        found = self.client.messages.list(reference="python-sent")
        self.assertEqual([message["id"] for message in found["data"]], [sent["id"]])

    def test_counts_a_call_that_is_repeated_under_its_key_once(self):
        key = new_idempotency_key()
        first = self.client.messages.send(to=ADA, text="Once", idempotency_key=key)
        self.assertFalse(self.client.last_response.replayed)
        again = self.client.messages.send(to=ADA, text="Once", idempotency_key=key)
        self.assertEqual(first["id"], again["id"])
        self.assertTrue(self.client.last_response.replayed)
        self.assertIn("ratelimit", self.client.last_response.headers)
        with self.refusal(422, "idempotency_key_reused") as refused:
            self.client.messages.send(to=ADA, text="Twice", idempotency_key=key)
        error, response = refused.error, self.client.last_response
        self.assertEqual((response.status, response.request_id), (422, error.request_id))
        names = f"idempotency_key_reused, {error.request_id}"
        self.assertEqual(str(error), f"{error.detail} ({names})")
        seen = []
        thread = threading.Thread(target=lambda: seen.append(self.client.last_response))
        thread.start()
        thread.join()
        self.assertEqual(seen, [None])

    def test_sends_once_although_responses_are_lost(self):
        faulty = Client(API_KEY, FAULTY_BASE_URL)
        sent = faulty.messages.send(to=ADA, text="Lost", reference="python-lost")
        found = self.client.messages.list(reference="python-lost")
        self.assertEqual([message["id"] for message in found["data"]], [sent["id"]])

    def test_succeeds_in_a_deletion_whose_response_is_lost(self):
        self.client.contacts.upsert(phone=BOB)
        self.assertIsNone(Client(API_KEY, FAULTY_BASE_URL).contacts.delete(BOB))

    def test_sends_a_batch_and_reports_which_row_is_refused(self):
        rows = [{"to": ADA, "text": "One"}, {"to": "Jane", "text": "Two"}, {"to": ADA, "text": "3"}]
        results = self.client.messages.send_batch(messages=rows)["results"]
        self.assertEqual([result["status"] for result in results], [202, 422, 202])
        self.assertEqual(results[1]["problem"]["errors"][0]["pointer"], "/to")

    def test_sends_more_messages_than_a_request_allows_each_of_them_once(self):
        rows = [
            {
                "to": "Jane" if index == 1 else ADA,
                "text": "Many",
                "idempotency_key": f"python-many-{index}",
            }
            for index in range(501)
        ]
        first, again = send_many(self.client, rows), send_many(self.client, iter(rows))
        self.assertIsInstance(first[1], ApiError)
        self.assertEqual(first[1].code, "validation_failed")
        self.assertEqual(first[1].field_errors[0]["pointer"], "/to")
        ids = [[one["id"] for one in results if one is not results[1]] for results in (first, again)]
        self.assertEqual(len(set(ids[0])), 500)
        self.assertEqual(*ids)

    def test_previews_a_message_and_cancels_a_scheduled_one(self):
        preview = self.client.messages.preview(to=ADA, text="x" * 200)
        self.assertEqual((preview["would_send"], preview["segments"]), (True, 2))
        later = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400))
        scheduled = self.client.messages.send(to=ADA, text="Later", send_at=later)
        self.assertEqual(self.client.messages.cancel(scheduled["id"])["status"], "canceled")
        with self.refusal(409, "not_cancelable"):
            self.client.messages.cancel(scheduled["id"])

    def test_keeps_contacts_and_lists(self):
        created = self.client.contacts.upsert(
            phone="+12025550123", first_name="Ada", attributes={"plan": "pro"}
        )
        again = self.client.contacts.upsert(phone="+12025550123", last_name="Lovelace")
        self.assertEqual((again["id"], again["first_name"]), (created["id"], "Ada"))
        found = self.client.contacts.list(phone="+12025550123")["data"]
        self.assertEqual([contact["attributes"] for contact in found], [{"plan": "pro"}])
        updated = self.client.contacts.update(created["id"], email="ada@example.com")
        self.assertEqual(updated["email"], "ada@example.com")

        letter = self.client.lists.create(name="Python letter")
        on_list = self.client.lists.add_contact(letter["id"], "+12025550123")
        self.assertEqual(on_list["lists"], [letter["id"]])
        self.assertEqual(self.client.lists.get(letter["id"])["size"], 1)
        self.assertIsNone(self.client.lists.remove_contact(letter["id"], created["id"]))
        self.client.lists.delete(letter["id"])

        self.client.contacts.delete(created["id"])
        with self.refusal(404, "not_found") as refused:
            self.client.contacts.get(created["id"])
        self.assertTrue(refused.error.request_id)

    def test_walks_through_all_pages(self):
        for number in range(5):
            self.client.contacts.upsert(phone=f"+1202555010{number}", external_id="python-page")
        walk = paginate(self.client.contacts.list, external_id="python-page", limit=2)
        phones = [contact["phone"] for contact in walk]
        self.assertEqual(phones, [f"+1202555010{number}" for number in reversed(range(5))])
        # The counts of a carrier may have changed meanwhile.
        names = [carrier["name"] for carrier in self.client.carriers.list()["data"]]
        walked = [carrier["name"] for carrier in paginate(self.client.carriers.list)]
        self.assertEqual(walked, names)

    def test_imports_contacts_and_counts_messages(self):
        done = self.client.contacts.import_(csv="phone,first_name\n+12025550124,Eve\nnobody,Joe\n")
        self.assertEqual((done["created"], done["refused"][0]["line"]), (1, 3))
        self.client.messages.send(to=ADA, text="Counted")
        report = self.client.reports.get(group_by="status", from_=None)
        self.assertGreaterEqual(report["totals"]["messages"], 1)

    def test_receives_a_signed_delivery_and_refuses_a_forged_one(self):
        arrived = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self):
                arrived.append((self.rfile.read(int(self.headers["content-length"])), self.headers))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        webhook = self.client.webhooks.create(
            url=f"http://127.0.0.1:{server.server_port}/", events=["*"], filter={"to": [ADA]}
        )
        self.addCleanup(self.client.webhooks.delete, webhook["id"])
        tested = self.client.webhooks.test(webhook["id"])

        # An event of an earlier message may arrive first.
        test_id = tested["event_id"].encode()
        body, headers = until(
            "it is delivered", lambda: next((one for one in arrived if test_id in one[0]), None)
        )
        event = verify_webhook(body, headers, webhook["secret"])
        self.assertEqual((event["id"], event["type"]), (tested["event_id"], "webhook.test"))
        # AWS Lambda passes the body as a string. Some gateways pass a list for each header.
        lists = {name.upper(): [value] for name, value in headers.items()}
        lists["X-EMPTY"] = None
        self.assertEqual(verify_webhook(body.decode(), lists, webhook["secret"]), event)
        forged = {**headers, "webhook-signature": "v1,é"}
        other = "whsec_" + "A" * 32
        with self.assertRaises(TypeError):
            verify_webhook(event, headers, webhook["secret"])
        for given, with_headers, secrets, now in (
            (body + b" ", headers, webhook["secret"], None),
            (body, forged, webhook["secret"], None),
            (body, {}, webhook["secret"], None),
            (body, {name: [] for name in headers}, webhook["secret"], None),
            ("\ud800", headers, webhook["secret"], None),
            (body, headers, other, None),
            (body, headers, [], None),
            (body, headers, None, None),
            (body, headers, "whsec_", None),
            (body, headers, webhook["secret"], time.time() + 301),
        ):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(given, with_headers, secrets, now=now)
        verify_webhook(body, headers, [other, webhook["secret"]])
        verify_webhook(body, headers, webhook["secret"].rstrip("="))

        self.assertEqual(self.client.webhooks.get(webhook["id"])["filter"], {"to": [ADA]})
        unfiltered = self.client.webhooks.update(webhook["id"], filter=None)
        self.assertIsNone(unfiltered["filter"])
        events = self.client.events.list(type=["webhook.test", "message.received"])
        self.assertIn(tested["event_id"], [event["id"] for event in events["data"]])

    def test_the_error_explains_why_a_call_was_refused(self):
        with self.refusal(401, "unauthenticated"):
            Client("tl_admin_of_somebody_else", BASE_URL).account.get()
        with self.refusal(404, "not_found"):
            self.client.messages.get("msg_/?#")
        with self.refusal(422, "validation_failed") as refused:
            self.client.messages.send(to="Jane", text="Hi")
        fields = [(field["pointer"], field["code"]) for field in refused.error.field_errors]
        self.assertEqual(fields, [("/to", "invalid_format")])
        self.client.contacts.upsert(phone="+12025550125", status="opted_out")
        with self.refusal(422, "recipient_opted_out"):
            self.client.messages.send(to="+12025550125", text="Hi")
        with self.refusal(0, "validation_failed"):
            self.client.lists.remove_contact("..", "+12025550125")
        self.assertEqual(self.client.contacts.get("+12025550125")["status"], "opted_out")
        for key in ("a\r\nb: c", ""):
            with self.refusal(0, "invalid_idempotency_key"):
                self.client.lists.create(name="A", idempotency_key=key)
        with self.refusal(0, "validation_failed"):
            self.client.messages.send(to=ADA, text="Hi", send_at=datetime.now())
        with self.assertRaises(ValueError):
            self.client.contacts.delete("")
        with self.assertRaisesRegex(TypeError, 'The argument "id" must be a string'):
            self.client.contacts.delete(None)
        for settings in ((None, BASE_URL), ("", BASE_URL), (API_KEY, None)):
            with self.assertRaisesRegex(ValueError, "is missing"):
                Client(*settings)
        self.assertTrue(refused.error.remedy)
        copy = pickle.loads(pickle.dumps(refused.error))
        self.assertEqual(vars(copy), vars(refused.error))
        with self.refusal(418, "unexpected_response"):
            Client(API_KEY, FAULTY_BASE_URL).account.get()

    def test_the_page_of_a_proxy_is_no_success(self):
        faulty = Client(API_KEY, FAULTY_BASE_URL)
        for _ in range(2):
            with self.refusal(200, "unexpected_response") as read:
                faulty.account.get()
            self.assertFalse(read.error.may_have_run)
        for status in (200, 500):
            with self.refusal(status, "unexpected_response") as changed:
                faulty.lists.create(name="Page")
            self.assertTrue(changed.error.may_have_run)
        with self.refusal(200, "unexpected_response"):
            faulty.lists.delete("lst_1")

    def test_gives_up_if_nothing_responds(self):
        with self.assertRaisesRegex(NetworkError, "could not be reached") as raised:
            Client(API_KEY, "http://127.0.0.1:1/v1", retry_for=0).account.get()
        copy = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual(str(copy), str(raised.exception))


if __name__ == "__main__":
    unittest.main()
