import { eventSchema, fromWire, type Event } from '@textloom/shared/contract';

/** Returns the event of a row, which stores it in the wire format. */
export const toEvent = ({ body }: { readonly body: string }): Event =>
  fromWire(eventSchema, JSON.parse(body)) as Event;
