import { eventSchema, fromWire, type Event } from '@textloom/shared/contract';

/** The event that a row keeps as it goes over the wire. */
export const eventOf = ({ body }: { readonly body: string }): Event =>
  fromWire(eventSchema, JSON.parse(body)) as Event;
