import { contract, schema } from '@textloom/shared/contract';

const { from, to, purpose } = contract.webhook.create.input.properties.filter.properties;

/** Describes the filters that the service applies before it delivers. */
export const numberFilters = (descriptions: { readonly from: string; readonly to: string }) =>
  ({
    from: schema({ ...from, description: descriptions.from }),
    to: schema({ ...to, description: descriptions.to }),
  }) as const;

export const purposeFilter = schema({
  ...purpose,
  description: 'Only messages with one of these purposes; any purpose if empty',
});

/** A property that every trigger sends on. */
export const eventProperty = {
  name: 'event',
  type: 'object',
  description: 'The whole event, with its ID, its type, its time and the message.',
} as const;

/** Explains how events reach the node. */
export const isDelivered = [
  'When you deploy the node, it subscribes to the events, and when you delete it, it ends the subscription. The service must reach Node-RED at the public address of the account.',
  'If Node-RED is not running, the service repeats a delivery for up to three days. The node skips events that it has already handled.',
] as const;
