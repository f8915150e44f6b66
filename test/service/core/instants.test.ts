import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { toContact, type ContactRow } from '../../../service/contacts/toContact.ts';
import { handOver } from '../harness/handOver.ts';

const written = { source: 'Form', at: '2026-01-31 09:30:00+0900' };
const inUtc = { source: 'Form', at: '2026-01-31T00:30:00.000Z' };
const { upsert } = contract.contact;
const phone = '+12065550100';

describe('a time of a request', () => {
  it('reaches the handler in UTC, so that the service stores it in UTC', async () => {
    expect(await handOver(upsert, { phone, consent: written })).toEqual({ phone, consent: inUtc });
    const [created_after, utc] = [written.at, inUtc.at];
    const audience = { filter: { created_after } };
    expect(await handOver(contract.broadcast.preview, { audience })).toMatchObject({
      audience: { filter: { created_after: utc } },
    });
  });

  it('reaches the handler as it is if it is not a time, so that the handler can refuse it', async () => {
    const consent = { source: 'Form', at: '2016-12-31T23:59:60Z' };
    expect(await handOver(upsert, { phone, consent })).toEqual({ phone, consent });
  });

  it('is shown in UTC if an earlier version stored it as the caller wrote it', () => {
    const { lists, ...contact } = sampleOf(upsert.output);
    const times = { created_at: new Date(0), updated_at: new Date(0) };
    const row: ContactRow = {
      ...contact,
      ...times,
      account_id: 'acc_1',
      list_ids: lists,
      consent: written,
    };
    expect(toContact(row)).toMatchObject({ consent: inUtc });
  });
});
