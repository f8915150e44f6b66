import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { refusal } from '../errors.ts';
import type { Call, Outcome } from '../tools/tool.ts';
import { variables } from '../settings.ts';

const question = 'send';

interface Draft {
  readonly to: string;
  readonly from: string | null;
  readonly text: string;
  readonly segments: number | null;
}

/**
 * Asks a person whether to send a message. Returns undefined once the person agreed, and otherwise the
 * outcome of the call: the question, or why nothing was sent.
 */
export function askPerson(call: Call, draft: Draft): Outcome | undefined {
  const answer = inputResponse(call.answers, question);
  if (answer.kind === 'elicit') {
    if (answer.action === 'accept' && answer.content?.[question] === true) return undefined;
    return {
      result: refusal(
        'The user did not confirm the message, so nothing was sent.',
        'Ask the user what to change.',
      ),
    };
  }
  if (!call.canAsk)
    return {
      result: refusal(
        `The operator requires that a person confirms each message (${variables.mustConfirm}), and this`,
        'client cannot ask. Nothing was sent. Use a client that supports elicitation, or ask the',
        'operator to change the setting.',
      ),
    };
  return {
    result: inputRequired({
      inputRequests: {
        [question]: inputRequired.elicit({
          message: `Send this text?\n\nTo: ${draft.to}\nFrom: ${draft.from ?? 'the default number'}\nSegments: ${draft.segments ?? 1}\n\n${draft.text}`,
          requestedSchema: {
            type: 'object',
            properties: { [question]: { type: 'boolean', title: 'Send the text', default: true } },
            required: [question],
          },
        }),
      },
    }),
  };
}
