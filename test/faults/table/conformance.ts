import type { Fault } from '../fault.ts';

const handset = 'test/service/carriers/handset.test.ts';
const handsets = 'service/carriers/handset/handset.ts';
const submitting = 'service/carriers/handset/submitToHandset.ts';
const smpp = 'test/service/carriers/smpp/smpp.test.ts';
const link = 'service/carriers/smpp/smpp.ts';
const submitPart = 'service/carriers/smpp/submitPart.ts';

/** Faults in the carriers that are not providers over HTTP, for the tests that all carriers share. */
// prettier-ignore
export const conformance: readonly Fault[] = [
  { file: handsets, find: 'return new Map(rows.map(', plant: 'return new Map(rows.slice(rows.length).map(', harm: 'sent twice', why: 'a handset forgets the messages of a crash', suite: handset, only: 'after a crash' },
  { file: submitting, find: 'if (outcome.refused)', plant: 'if (outcome.refused && message.attempts > 9)', harm: 'wrong', why: 'a handset accepts what it must refuse', suite: handset, only: 'can refuse' },
  { file: handsets, find: 'jobs.flatMap(({ data }) => data.receipts ?? [])', plant: 'jobs.slice(jobs.length).flatMap(({ data }) => data.receipts ?? [])', harm: 'lost', why: 'the receipts of handsets are lost', suite: handset, only: 'takes a message once' },
  { file: submitting, find: 'message.media.length > 0 ?', plant: 'message.media.length > 99 ?', harm: 'lost', why: 'a picture never reaches a handset', suite: handset, only: 'supports media' },
  { file: handsets, find: '...(await destination.texts(texts)),', plant: '...(await destination.texts(texts.slice(texts.length))),', harm: 'lost', why: 'the texts of handsets are lost', suite: handset, only: 'brings a text' },
  { file: link, find: 'messages.map((message) => [message.messageId, composeParts(message)', plant: 'messages.slice(messages.length).map((message) => [message.messageId, composeParts(message)', harm: 'sent twice', why: 'messages of a crash are sent again over SMPP', suite: smpp, only: 'after a crash' },
  { file: submitPart, find: 'if (error instanceof SessionLostError) return null;', plant: "if (error instanceof SessionLostError) return { kind: 'unsent', retryAfterMs: 500 };", harm: 'sent twice', why: 'a message whose response is lost is sent again over SMPP', suite: smpp, only: 'lost response' },
  { file: link, find: 'serializesPerRecipient: true,', plant: 'serializesPerRecipient: false,', harm: 'wrong', why: 'a later text overtakes one that the carrier throttles', suite: smpp, only: 'keeps the order' },
  { file: submitPart, find: "if (meaning === 'throttled')", plant: "if (meaning === 'throttled') return { kind: 'refused', error: 'carrier_rejected', carrierCode: '' };\n        if (meaning === 'throttled')", harm: 'lost', why: 'a message fails because the carrier asks for a pause', suite: smpp, only: 'throttled message again' },
  { file: submitPart, find: "return { kind: 'refused', error: meaning.refused,", plant: "return { kind: 'unsent', retryAfterMs: 500 };\n        return { kind: 'refused', error: meaning.refused,", harm: 'wrong', why: 'a refused message is submitted again and again', suite: smpp, only: 'can refuse' },
  { file: link, find: 'circuit: link.circuit,', plant: 'circuit: () => ({ isOpen: true, retryInMs: 1 }),', harm: 'down', why: 'no message goes out although the carrier works', suite: smpp, only: 'says whether' },
];
