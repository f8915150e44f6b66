import { describe, expect, it } from '@jest/globals';
import { NodeOperationError, type INode } from 'n8n-workflow';
import { ApiError } from '@textloom/shared/client';
import { errors, type ErrorCode } from '@textloom/shared/contract';
import { toNodeError } from '../../connectors/n8n/lib/connection/errors.ts';
import { contactActions } from '../../connectors/n8n/nodes/Textloom/resources/contact.ts';
import { messageActions } from '../../connectors/n8n/nodes/Textloom/resources/message.ts';
import { verificationActions } from '../../connectors/n8n/nodes/Textloom/resources/verification.ts';

const node = { name: 'Node', type: 'textloom', parameters: {} } as unknown as INode;
const place = { fields: messageActions[0]!.fields, itemIndex: 2 };
const codes = Object.keys(errors) as ErrorCode[];
const createError = (code: ErrorCode, more: object = {}) => {
  const { status, title, remedy } = errors[code];
  return new ApiError({ code, status, message: `${title}. ${remedy}`, remedy, ...more });
};

describe('an error of the API in n8n', () => {
  it.each(codes)('%s states the problem and its place, and separately the remedy', (code) => {
    const { message, description, httpCode, context } = toNodeError(
      node,
      createError(code),
      place,
    ) as ReturnType<typeof toNodeError> & { httpCode: string };
    const title =
      code === 'not_cancelable' ? 'It is too late to cancel the message' : errors[code].title;
    expect(message).toBe(`${title} [item 2]`);
    expect(description).toMatch(/\.$/);
    expect(description).not.toContain(message);
    // Users of n8n know fields by their labels, and not by their names in the API.
    expect(description).not.toMatch(/\b[a-z]+_[a-z]+/);
    expect(httpCode).toBe(String(errors[code].status));
    expect(context).toMatchObject({ itemIndex: 2, data: { code, status: errors[code].status } });
  });

  it('says how to look up what may not exist, and whether somebody has opted out', () => {
    const { fields } = contactActions.find(({ words }) => words.value === 'addToList')!;
    const advice = (message: string) =>
      toNodeError(node, createError('not_found', { message }), { fields }).description;
    expect(advice('There is no such list')).toMatch(/'Always Output Data' in its settings\.$/);
    expect(advice('There is no such contact in this account')).toMatch(
      /'Always Output Data'.+ opted out, use .+'Preview'/,
    );
  });

  it('names the invalid fields as the editor does', () => {
    const fieldErrors = [
      { pointer: '/to', code: 'invalid_phone_number', detail: 'is not a phone number' },
      { pointer: '/send_at', code: 'out_of_range', detail: 'is more than 35 days ahead' },
    ];
    const error = toNodeError(node, createError('validation_failed', { fieldErrors }), place);
    expect(error.message).toBe(
      "'To' is not a phone number; 'Send At' is more than 35 days ahead [item 2]",
    );
    expect(error.context.data).toMatchObject({ fields: fieldErrors });
  });

  it.each(codes)('%s never makes n8n report the execution as canceled', (code) => {
    const detail = 'is over and cannot be canceled';
    const fieldErrors = [{ pointer: '/status', code: 'invalid_choice', detail }];
    for (const more of [{ message: `${detail}.` }, { fieldErrors }]) {
      const { message, description } = toNodeError(node, createError(code, more), place);
      // n8n looks for this word in the message of an error.
      expect(message).not.toContain('canceled');
      expect(description).toContain(`${detail}. `);
    }
  });

  it('says to send a code first if there is none to check', () => {
    const { fields } = verificationActions.find(({ words }) => words.value === 'checkCode')!;
    const { description } = toNodeError(node, createError('not_found'), { fields });
    expect(description).toMatch(/^Send a code to this number first\./);
  });

  it('tells n8n how long to wait, and which errors a person must fix', () => {
    const waiting = toNodeError(node, createError('rate_limited', { retryAfter: 7 }), place);
    expect(waiting.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
    const key = toNodeError(node, createError('unauthenticated'), place);
    expect(key.failure).toEqual({ cause: 'credential-invalid' });
    expect(toNodeError(node, createError('no_route'), place).failure).toBeUndefined();
  });

  it('adds the cause from n8n if no response arrived', () => {
    const cause = new Error('self signed certificate');
    const error = new ApiError({ code: 'network_error', status: 0, message: 'No response', cause });
    expect(toNodeError(node, error)).toMatchObject({
      message: 'No response',
      httpCode: null,
      description: expect.stringMatching(/base URL.+n8n says: self signed certificate$/),
    });
  });

  it('leaves an error of n8n unchanged, and wraps any other', () => {
    const own = new NodeOperationError(node, 'No credential');
    expect(toNodeError(node, own)).toBe(own);
    expect(toNodeError(node, new Error('A bug'), place)).toMatchObject({
      name: 'NodeOperationError',
      message: 'A bug',
      context: { itemIndex: 2 },
    });
  });
});
