import { contract, schema } from '@textloom/shared/contract';

const { problem } = contract.message.preview.output.properties;
const { code, title, detail } = problem.properties;

/** Why a message would not be sent, as far as it is of use to a Zap. */
export const shortProblem = schema({
  ...problem,
  properties: { code, title, detail },
  required: ['code', 'title', 'detail'],
});
