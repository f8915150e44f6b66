import { describe, expect, it } from '@jest/globals';
import type { Carrier, NumberOffer } from '../../../../service/carriers/carrier.ts';
import { createCarriers } from '../../../../service/carriers/carriers.ts';
import { handsetNumbers } from '../../../../service/carriers/handset/handsetNumbers.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import { carrierTypes } from '../../../../service/carriers/carrierTypes.ts';
import {
  normalizeAddress,
  toDestinationFields,
  toSourceFields,
} from '../../../../service/carriers/smpp/addressFields.ts';
import { decodeText, encodeText } from '../../../../service/carriers/smpp/alphabet.ts';
import { compose } from '../../../../service/carriers/smpp/compose.ts';
import { readIncoming, type IncomingOptions } from '../../../../service/carriers/smpp/incoming.ts';
import { offer } from '../../../../service/carriers/offer.ts';
import {
  toSubmitId,
  alternateIds,
  normalizeId,
} from '../../../../service/carriers/smpp/receiptId.ts';
import { parseReceiptText } from '../../../../service/carriers/smpp/receiptText.ts';
import { codeMeanings } from '../../../../service/carriers/codes/codeMeanings.ts';
import { statusName, interpretStatus } from '../../../../service/carriers/smpp/status.ts';
import smpp from 'smpp';
import { encode } from '../../../../service/segments/encode.ts';
import { equivalentNumbers } from '../../../../service/phones/equivalentNumbers.ts';

describe('the text of a receipt', () => {
  it.each([
    // Carriers write the fields in any order, more or fewer of them, in either case.
    [
      'id:0123456789 sub:002 dlvrd:001 submit date:1005232039 done date:1005242339 stat:DELIVRD err:012 text:This is a sample mes',
      { id: '0123456789', stat: 'DELIVRD', err: '012', isWhole: true },
    ],
    [
      'id:4 sub:001 dlvrd:001 submit date:1006020051 done date:1006020051 stat:DELIVRD err:000 Text:Hello',
      { id: '4', stat: 'DELIVRD', err: '000', isWhole: true },
    ],
    [
      'id:74e02ee1-4e2f-4a6e-a78b-4b247d756a22 sub:001 dlvrd:001 submit date:110206193041 done date:110206193110 stat:DELIVRD err:000 text:',
      { id: '74e02ee1-4e2f-4a6e-a78b-4b247d756a22', stat: 'DELIVRD', err: '000', isWhole: true },
    ],
    [
      'sub:001 id:74e02ee1-4e2f-4a6e-a78b-4b247d756a22 err:000 dlvrd:001 done date:110206193110 submit date:110206193041 text: stat:DELIVRD',
      { id: '74e02ee1-4e2f-4a6e-a78b-4b247d756a22', stat: 'DELIVRD', err: '000', isWhole: true },
    ],
    [
      'id:98765432101 sub:000 dlvrd:000 submit date:1001010000 done date:1001010000 stat:ENROUTE err:000 text:',
      { id: '98765432101', stat: 'ENROUTE', err: '000', isWhole: true },
    ],
    [
      'id:2E179B310EDE971B2760C72B7F026E1B submit date:20110314181534 done date:20110314181741 stat:DELIVRD err:0',
      { id: '2E179B310EDE971B2760C72B7F026E1B', stat: 'DELIVRD', err: '0', isWhole: false },
    ],
    [
      'id:123 sub:001 dlvrd:000 submit date:1609051327 done date:1609051337 stat:undeliv err:21b text:xx',
      { id: '123', stat: 'UNDELIV', err: '21b', isWhole: true },
    ],
    ['id:9 stat:EXPIRED', { id: '9', stat: 'EXPIRED', err: undefined, isWhole: false }],
    [
      'id:7 sub:001 dlvrd:001 submit date:1 done date:2 stat:DELIVRD err:000 text:id:8 stat:UNDELIV',
      { id: '7', stat: 'DELIVRD', err: '000', isWhole: true },
    ],
  ])('is parsed: %s', (text, expected) => {
    expect(parseReceiptText(text)).toEqual(expected);
  });

  it.each(['', 'Hello', 'i:1 stat:DELIVRD', 'id:1 sat:DELIVRD'])('is not a receipt: %s', (text) =>
    expect(parseReceiptText(text)).toBeUndefined(),
  );
});

describe('a deliver_sm', () => {
  const decode = (hex: string) => new smpp.PDU(Buffer.from(hex, 'hex') as never, {});
  const asIs: IncomingOptions = {
    receiptIds: 'auto',
    guessesReceipts: false,
    receiptAddresses: 'both',
  };
  const deliver = (fields: object, options: Partial<IncomingOptions> = {}) =>
    readIncoming(
      { command: 'deliver_sm', source_addr: '12125551234', source_addr_ton: 1, ...fields } as never,
      { ...asIs, ...options },
    );
  const text = (said: string) => Buffer.from(said, 'latin1');

  it('from a real carrier names the message by the field, not by the text', () => {
    const pdu = decode(
      '000000BA00000005000000000000000200010134343935313336313932300001013430343034000400000000000000006E69643A30303539313133393738207375623A30303120646C7672643A303031207375626D697420646174653A3130303231303137333020646F6E6520646174653A3130303231303137333120737461743A44454C49565244206572723A30303020746578743A4024232125262F3A000E0001010006000101001E000833383630316661000427000102',
    );
    expect(readIncoming(pdu, asIs)).toEqual({
      kind: 'receipt',
      receipt: {
        ref: '38601fa',
        outcome: 'delivered',
        code: 'DELIVRD',
        message: { from: '40404', to: '+44951361920', reference: undefined },
      },
    });
    expect(alternateIds('38601fa')).toContain('59113978');
  });

  it.each([
    ['DELIVRD', 2, 'delivered'],
    ['EXPIRED', 3, 'expired'],
    ['DELETED', 4, 'discarded'],
    ['UNDELIV', 5, 'undelivered'],
    ['REJECTD', 8, 'rejected'],
    ['SKIPPED', 9, 'discarded'],
  ] as const)('that says %s ends a message', (stat, state, outcome) => {
    const byText = deliver({ esm_class: 4, short_message: text(`id:00AB stat:${stat} err:021`) });
    const byField = deliver({ esm_class: 4, receipted_message_id: 'AB', message_state: state });
    expect(byText).toMatchObject({ receipt: { ref: 'ab', outcome, code: `${stat} 021` } });
    expect(byField).toMatchObject({ receipt: { ref: 'ab', outcome, code: stat } });
  });

  it.each([
    ['DELIVERED', 'delivered'],
    ['UNDELIVERED', 'undelivered'],
    ['UNDELIVERABLE', 'undelivered'],
    ['FAILED', 'undelivered'],
    ['REJECTED', 'rejected'],
  ])('that says %s in its text ends a message, too', (stat, outcome) => {
    const said = deliver({ esm_class: 4, short_message: text(`id:1 stat:${stat} err:021`) });
    expect(said).toMatchObject({ receipt: { ref: '1', outcome, code: `${stat} 021` } });
  });

  it.each(['ENROUTE', 'ACCEPTD', 'UNKNOWN', 'SCHEDULED', 'WHATEVER'])(
    'that says %s changes nothing',
    (stat) => {
      const said = deliver({ esm_class: 4, short_message: text(`id:1 stat:${stat}`) });
      expect(said).toEqual({ kind: 'note' });
    },
  );

  const whole = 'id:1 sub:001 dlvrd:001 submit date:1 done date:2 stat:UNDELIV err:001 text:';

  it.each([0x00, 0x08, 0x10, 0x18])(
    'that a person has typed is a text, whatever it says: esm_class %i',
    (esm_class) => {
      const typed = deliver({ esm_class, short_message: text(whole) });
      expect(typed).toMatchObject({ kind: 'text', text: { octets: text(whole) } });
    },
  );

  it('that the carrier does not mark is a receipt only by fields that no person can set', () => {
    const fields = { receipted_message_id: 'AB', message_state: 2 };
    expect(deliver(fields)).toMatchObject({ kind: 'receipt', receipt: { ref: 'ab' } });
    expect(deliver({ message_state: 2, short_message: text(whole) }).kind).toBe('text');
  });

  it('that the carrier does not mark is a receipt by its text only if that is set', () => {
    const guessing = { guessesReceipts: true };
    expect(deliver({ short_message: text(whole) }, guessing)).toMatchObject({
      kind: 'receipt',
      receipt: { ref: '1', outcome: 'undelivered' },
    });
    expect(deliver({ short_message: text('id:1 stat:DELIVRD') }, guessing).kind).toBe('text');
  });

  it('about a message on its way ends no message, whatever state it names', () => {
    const note = { esm_class: 0x20, receipted_message_id: 'AB', message_state: 2 };
    expect(deliver(note)).toEqual({ kind: 'note' });
    expect(deliver({ esm_class: 0x20, short_message: text(whole) })).toEqual({ kind: 'note' });
  });

  it('names the addresses of its message as far as the carrier keeps them', () => {
    const pdu = {
      esm_class: 4,
      destination_addr: '13125551234',
      dest_addr_ton: 1,
      short_message: text(whole),
    };
    const read = (receiptAddresses: IncomingOptions['receiptAddresses']) =>
      deliver(pdu, { receiptAddresses });
    const [from, to] = ['+13125551234', '+12125551234'];
    expect(read('both')).toMatchObject({ receipt: { message: { from, to } } });
    expect(read('recipient')).toHaveProperty('receipt.message', { to, reference: undefined });
    expect(read('none')).toHaveProperty('receipt.message', { reference: undefined });
  });

  it('names national numbers of the country that the carrier is set up with', () => {
    const pdu = {
      source_addr: '2025550144',
      source_addr_ton: 2,
      destination_addr: '3125551234',
      dest_addr_ton: 2,
      short_message: text('STOP'),
    };
    expect(deliver(pdu, { country: 'US' })).toMatchObject({
      text: { from: '+12025550144', to: '+13125551234' },
    });
  });

  it('cuts off an ID that runs into the next field', () => {
    const pdu = { esm_class: 4, receipted_message_id: "12\u0004'", message_state: 2 };
    expect(deliver(pdu)).toMatchObject({ receipt: { ref: '12' } });
  });

  it.each([
    ['an 8-bit reference', '0500034203 02', { reference: 0x42, parts: 3, part: 2 }],
    ['a 16-bit reference', '060804123403 02', { reference: 0x1234, parts: 3, part: 2 }],
    [
      'ports before the reference',
      '0b05040b8423f00003420302',
      { reference: 0x42, parts: 3, part: 2 },
    ],
    ['no reference', '06050400000000', undefined],
    ['a header that is cut off', '050003', undefined],
  ])('reads a part of a long text from its header: %s', (_, header, long) => {
    const octets = Buffer.concat([Buffer.from(header.replaceAll(' ', ''), 'hex'), text('Hi')]);
    const incoming = deliver({ esm_class: 0x40, short_message: octets });
    expect(incoming).toMatchObject({ kind: 'text', text: { long } });
  });

  it('reads a part of a long text from its SAR fields', () => {
    const fields = { sar_msg_ref_num: 7, sar_total_segments: 2, sar_segment_seqnum: 1 };
    expect(deliver({ short_message: text('Hi'), ...fields })).toMatchObject({
      text: { long: { reference: 7, parts: 2, part: 1 }, octets: text('Hi') },
    });
  });
});

describe('the ID of a message', () => {
  it('is the same in either case and with leading zeros', () => {
    expect(normalizeId('00A1')).toBe(normalizeId('a1'));
    expect(normalizeId('000')).toBe('0');
  });

  it('is found in hexadecimal and in decimal digits, as configured or as received', () => {
    expect(toSubmitId('0098765432101', 'dec')).toBe('16fee0e525');
    expect(toSubmitId('16FEE0E525', 'hex')).toBe('98765432101');
    expect(toSubmitId('0016', 'same')).toBe('16');
    expect(alternateIds('16')).toEqual(['10', '22']);
    expect(alternateIds('ff')).toEqual(['255']);
    expect(alternateIds('74e02ee1-4e2f-4a6e-a78b-4b247d756a22')).toEqual([]);
  });
});

describe('a text on the wire', () => {
  const options = { alphabet: 'gsm7', longMessages: 'udh' } as const;
  const every =
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€';

  it('uses the octets of the GSM alphabet', () => {
    expect(encodeText('@Δ_ £1€[', 'gsm7')).toEqual({
      dataCoding: 0,
      octets: Buffer.from('0010112001311b651b3c', 'hex'),
    });
  });

  it.each(['gsm7', 'latin1'] as const)('is the same after a round trip in %s', (alphabet) => {
    for (const text of [every, 'Grüße', 'Привет 👋'])
      for (const { dataCoding, octets } of [encodeText(text, alphabet), encodeText(text, 'ucs2')])
        expect(decodeText(octets, dataCoding, alphabet)).toBe(text);
  });

  it.each([
    [0xf1, '1b65', '€'],
    [0x01, '4869', 'Hi'],
    [0x03, 'fc', 'ü'],
    [0x18, '0416', 'Ж'],
    [0x08, '041', ''],
    [0x00, '411b', 'A '],
  ])('is read according to its data_coding %i', (dataCoding, hex, text) => {
    expect(decodeText(Buffer.from(hex, 'hex'), dataCoding, 'gsm7')).toBe(text);
  });

  it.each([
    ['gsm7', '[€]'.repeat(120)],
    ['ucs2', '👩‍👩‍👧 family '.repeat(40)],
  ] as const)('has one submit for each counted segment: %s', (encoding, text) => {
    const parts = compose(text, encoding, options, 9);
    expect(parts).toHaveLength(encode(text, 'auto', false)!.segments);
    const joined = Buffer.concat(
      parts.map((part, index) => {
        const octets = part.short_message as Buffer;
        expect(octets.length).toBeLessThanOrEqual(encoding === 'gsm7' ? 159 : 140);
        expect(octets.subarray(0, 6)).toEqual(Buffer.from([5, 0, 3, 9, parts.length, index + 1]));
        expect(part.esm_class).toBe(0x40);
        return octets.subarray(6);
      }),
    );
    expect(decodeText(joined, parts[0]!.data_coding as number, 'gsm7')).toBe(text);
  });

  it('uses fields instead of headers, or one whole submit, if that is set', () => {
    const text = 'Long '.repeat(50);
    expect(compose(text, 'gsm7', { ...options, longMessages: 'sar' }, 9)[1]).toMatchObject({
      sar_msg_ref_num: 9,
      sar_total_segments: 2,
      sar_segment_seqnum: 2,
    });
    const [whole, ...others] = compose(text, 'gsm7', { ...options, longMessages: 'payload' }, 9);
    expect(others).toEqual([]);
    expect(whole!.message_payload).toEqual(Buffer.from(text));
  });

  it('is in UCS-2 on request', () => {
    expect(compose('Hi', 'ucs2', options, 0)).toEqual([
      { data_coding: 8, short_message: Buffer.from('00480069', 'hex') },
    ]);
  });
});

describe('an address', () => {
  it('states its type', () => {
    expect(toSourceFields('+12025550100')).toMatchObject({
      source_addr_ton: 1,
      source_addr_npi: 1,
    });
    expect(toSourceFields('12345')).toMatchObject({ source_addr_ton: 3, source_addr_npi: 0 });
    expect(toSourceFields('ACME')).toEqual({
      source_addr_ton: 5,
      source_addr_npi: 0,
      source_addr: 'ACME',
    });
    expect(toDestinationFields('+4930123456', { ton: 0, npi: 1 })).toEqual({
      dest_addr_ton: 0,
      dest_addr_npi: 1,
      destination_addr: '4930123456',
    });
  });

  it.each([
    ['12025550100', 1, '+12025550100'],
    ['12025550100', 0, '+12025550100'],
    ['+12025550100', 0, '+12025550100'],
    ['0012025550100', 0, '+12025550100'],
    ['12345', 0, '12345'],
    ['ACME', 5, 'ACME'],
    ['2025550144', 2, '2025550144'],
    ['015112345678', 0, '015112345678'],
    ['015112345678', 1, '015112345678'],
    ['+12025550100', 2, '+12025550100'],
  ])('%s of type %i is %s', (address, ton, stored) => {
    expect(normalizeAddress(address, ton)).toBe(stored);
  });

  it.each([
    ['2025550144', 2, 'US', '+12025550144'],
    ['12025550144', 2, 'US', '+12025550144'],
    ['15112345678', 2, 'DE', '+4915112345678'],
    ['015112345678', 2, 'DE', '+4915112345678'],
    ['015112345678', 0, 'DE', '+4915112345678'],
    ['4915112345678', 0, 'DE', '+4915112345678'],
    ['4915112345678', 1, 'US', '+4915112345678'],
    ['004915112345678', 2, 'US', '+4915112345678'],
    ['24680', 2, 'DE', '24680'],
    ['24680', 0, 'DE', '24680'],
    // These are valid only in national form.
    ['2025550144', 0, 'US', '+12025550144'],
    ['4155552671', 0, 'US', '+14155552671'],
    ['3125550144', 0, 'US', '+13125550144'],
    ['15112345678', 0, 'DE', '+4915112345678'],
    ['1711234567', 0, 'DE', '+491711234567'],
    // These are also valid with a +, or in neither form.
    ['4798765432', 0, 'US', '+4798765432'],
    ['4512345678', 0, 'US', '+4512345678'],
    ['33612345678', 0, 'US', '+33612345678'],
    ['12025550144', 0, 'DE', '+12025550144'],
    ['2025550144', 1, 'US', '+2025550144'],
  ] as const)('%s of type %i from a carrier of %s is %s', (address, ton, country, stored) => {
    expect(normalizeAddress(address, ton, country)).toBe(stored);
  });

  it.each(['016092234567', 'ACME', '24680'])('of a recipient is not %s', (recipient) => {
    expect(() => toDestinationFields(recipient)).toThrow('not in E.164 form');
  });

  it('is sent in its national form if that is set, to numbers of that country', () => {
    const national = { ton: 2, npi: 1 };
    expect(toDestinationFields('+4915112345678', national, 'DE')).toEqual({
      dest_addr_ton: 2,
      dest_addr_npi: 1,
      destination_addr: '15112345678',
    });
    expect(toSourceFields('+4930123456', national, 'DE')).toEqual({
      source_addr_ton: 2,
      source_addr_npi: 1,
      source_addr: '30123456',
    });
    expect(toDestinationFields('+12025550144', national, 'DE')).toMatchObject({
      dest_addr_ton: 1,
      destination_addr: '12025550144',
    });
    expect(toDestinationFields('+12025550144', national)).toMatchObject({
      dest_addr_ton: 2,
      destination_addr: '12025550144',
    });
  });
});

describe('the response to a submit', () => {
  it.each([
    [0x00, 'accepted'],
    [0x58, 'throttled'],
    [0x14, 'throttled'],
    [0x08, 'retry'],
    [0x64, 'retry'],
    [0x04, 'retry'],
    [0x0b, { refused: 'carrier_rejected' }],
    [0x0a, { refused: 'carrier_rejected' }],
    [0x45, { refused: 'carrier_rejected' }],
    [0x400, { refused: 'carrier_rejected' }],
  ])('with the status %i has a meaning', (code, meaning) =>
    expect(interpretStatus(code)).toEqual(meaning),
  );

  it('has a status name', () => {
    expect(statusName(0x58)).toBe('ESME_RTHROTTLED');
    expect(statusName(0x400)).toBe('0x00000400');
  });
});

const closed = () => ({ isOpen: false, retryInMs: 0 });

describe('the carrier of a message', () => {
  const carrier = (name: string, reaches = /./, numbers: NumberOffer = offer([])) =>
    ({
      name,
      numbers,
      circuit: closed,
      findRefusal: ({ to }) => (reaches.test(to) ? undefined : `Not by ${name}`),
    }) as Carrier;
  const { route } = createCarriers([
    { carrier: carrier('world') },
    { carrier: carrier('europe'), prefixes: ['+4', '+49'] },
    { carrier: carrier('berlin'), prefixes: ['+4930'] },
    { carrier: carrier('brand'), senders: ['ACME'], prefixes: ['+49', '+1'] },
    { carrier: carrier('narrow', /^\+1202/), senders: ['ACME'], prefixes: ['+1202'] },
  ]);
  const getName = (from: string, to: string) => {
    const found = route({ from, to, owner: null, hasMedia: false });
    return found.reason ?? found.carrier.name;
  };

  it.each([
    ['+12025550100', '+33123456', 'world'],
    ['+12025550100', '+43123456', 'europe'],
    ['+12025550100', '+4930123456', 'berlin'],
    ['ACME', '+4930123456', 'brand'],
    ['ACME', '+33123456', 'world'],
    ['ACME', '+12025550101', 'narrow'],
    ['ACME', '+13125550101', 'brand'],
  ])('from %s to %s is %s', (from, to, name) => expect(getName(from, to)).toBe(name));

  it('is missing, with a reason', () => {
    const one = createCarriers([{ carrier: carrier('only', /^\+1/), senders: ['ACME'] }]);
    const plain = { owner: null, hasMedia: false };
    expect(one.route({ from: 'ACME', to: '+4930', ...plain })).toEqual({ reason: 'Not by only' });
    expect(one.route({ from: 'OTHER', to: '+1202', ...plain })).toEqual({
      reason: 'No carrier is set up for this sender and this recipient',
    });
  });
});

describe('the sender of a message', () => {
  const carrier = (name: string, numbers: NumberOffer) =>
    ({
      name,
      numbers,
      circuit: closed,
      findRefusal: (): string | undefined => undefined,
    }) as Partial<Carrier> as Carrier;
  const carriers = createCarriers([
    { carrier: carrier('handset', handsetNumbers) },
    { carrier: carrier('acme', offer(['+13125551234', 'ACME'])) },
    { carrier: carrier('europe', offer([])), prefixes: ['+49'] },
    {
      carrier: carrier('brand', offer([])),
      senders: ['+13125551234', 'YourBank'],
      prefixes: ['+43'],
    },
  ]);
  const getName = (from: string, owner: string | null, to: string) => {
    return carriers.route({ from, to, owner, hasMedia: false }).carrier?.name;
  };

  it.each(['YourBank', 'ACME', '+13125551234', '+12025550100', '24680'])(
    'uses only the simulated carrier if that carrier offered it: %s',
    (from) => {
      for (const to of ['+13125550001', '+4930123456', '+43123456'])
        expect(getName(from, 'handset', to)).toBe('handset');
      const real = createCarriers([{ carrier: carrier('acme', offer([from])), senders: [from] }]);
      expect(real.route({ from, to: '+4930123456', owner: 'handset', hasMedia: false })).toEqual({
        reason: expect.any(String),
      });
    },
  );

  it('uses the carrier that offered it, and carriers that are set up for it', () => {
    expect(getName('+13125551234', 'acme', '+4930123456')).toBe('acme');
    expect(getName('+13125551234', 'acme', '+43123456')).toBe('brand');
    expect(getName('OTHER', 'acme', '+4930123456')).toBe('acme');
    expect(getName('OTHER', 'gone', '+4930123456')).toBeUndefined();
    expect(getName('+13125551234', 'gone', '+13125550001')).toBe('acme');
  });

  it('with an unknown owner stays on the simulated carrier only if no real carrier has that kind', () => {
    expect(getName('OtherBank', null, '+4930123456')).toBe('handset');
    expect(getName('ACME', null, '+4930123456')).toBe('europe');
    expect(getName('+4930999999', null, '+4930123456')).toBe('europe');
  });

  it('belongs to a real carrier rather than to the simulated one, which offers every name', async () => {
    expect(await carriers.numbers.find('ACME', 'US')).toMatchObject({ carrier: 'acme' });
    expect(await carriers.numbers.find('YourBank', 'US')).toMatchObject({ carrier: 'handset' });
  });
});

describe('a mobile number', () => {
  it.each([
    ['+5491123456789', '+541123456789'],
    ['+5215512345678', '+525512345678'],
    ['+5511987654321', '+551187654321'],
  ])('is the same as %s and as %s', (one, other) => {
    expect(equivalentNumbers(one)).toEqual([one, other]);
    expect(equivalentNumbers(other)).toEqual([other, one]);
  });

  it.each(['+551134567890', '+12025550100', '+4915112345678', '24680', 'ACME', '+5511912345678'])(
    'has no other spelling: %s',
    (phone) => expect(equivalentNumbers(phone)).toEqual([phone]),
  );
});

describe('CARRIERS', () => {
  const acme = { name: 'acme', host: 'smsc.example.com', system_id: 'me' };

  it('uses the simulated handsets if it is empty', () => {
    expect(readCarriers('')).toEqual([
      { type: 'handset', name: 'handset', settings: { allNumbers: false } },
    ]);
  });

  it('fills in defaults, from a list or from a file', () => {
    const [found] = readCarriers(JSON.stringify([{ ...acme, tls: true }]));
    expect(found).toMatchObject({
      type: 'smpp',
      settings: { tls: true, window: 10, receiptIds: 'auto' },
    });
    const file = JSON.stringify([{ type: 'handset' }, { ...acme, routes: { prefixes: ['+49'] } }]);
    expect(readCarriers('/carriers.json', () => file)).toMatchObject([
      { type: 'handset' },
      { name: 'acme', prefixes: ['+49'] },
    ]);
  });

  it.each([
    ['[', 'is not valid JSON'],
    ['{"name": "acme"}', 'must be a JSON list: put [ before and ] after the carrier'],
    ['[]', 'must be a JSON list of at least one carrier'],
    [
      '/nowhere/carriers.json',
      'must be a JSON list, or the path of a readable file that contains one',
    ],
    [[7], '[0] must be an object'],
    [
      [{ type: 'smtp' }],
      `[0].type must be one of ${carrierTypes.map(({ type }) => type).join(', ')}`,
    ],
    [[{ ...acme, type: 'smpp', host: undefined }], 'acme.host is missing'],
    [
      [{ name: 'acme' }],
      `acme.host is missing. Without type, a carrier uses smpp. Set type to one of ${carrierTypes.map(({ type }) => type).join(', ')}`,
    ],
    [[{ ...acme, port: 70_000 }], 'acme.port must be a whole number from 1 to 65535'],
    [[{ ...acme, window: '10' }], 'acme.window must be a whole number from 1 to 10000'],
    [[{ ...acme, tls: 'yes' }], 'acme.tls must be true or false'],
    [
      [{ ...acme, type: 'smpp', passwort: 'x' }],
      'acme.passwort is not a setting of this type of carrier',
    ],
    [
      [{ ...acme, statuses: { 7: 'gone' } }],
      `acme.statuses must be an object of statuses with ${codeMeanings.join(', ')}`,
    ],
    ...['ESME_NEW', '0x0'].map((key): [unknown[], string] => [
      [{ ...acme, statuses: { [key]: 'retry' } }],
      `acme.statuses contains ${key}, but a status is a name such as ESME_RINVDSTADR, or a number other than 0 such as 0x400`,
    ]),
    [[{ ...acme, receipt_ids: 'octal' }], 'acme.receipt_ids must be one of auto, same, hex, dec'],
    [
      [{ ...acme, receipt_addresses: 'none' }],
      'acme.receipt_ids must be same, hex or dec if receipt_addresses is none',
    ],
    [
      [{ ...acme, routes: { prefixes: ['49'] } }],
      '[0].routes.prefixes must be a list of prefixes of recipients, such as +49',
    ],
    [
      [{ ...acme, type: 'smpp', source: { ton: 1, nip: 1 } }],
      'acme.source.nip is not a setting of this type of carrier',
    ],
    [
      [{ ...acme, default_country: 'Germany' }],
      'acme.default_country must be an ISO 3166-1 alpha-2 country code, such as DE',
    ],
    [[acme, acme], 'names acme twice: every carrier needs a unique name'],
    [
      [{ ...acme, name: 'Acme Inc' }],
      '[0].name must be up to 31 lowercase letters, digits, - and _, and not handset',
    ],
  ])('%j %s', (source, message) => {
    const text = typeof source === 'string' ? source : JSON.stringify(source);
    expect(() => readCarriers(text)).toThrow(new Error(message));
  });
});
