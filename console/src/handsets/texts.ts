import type { NewText } from '../api/api.ts';
import type { Handset, Text } from '../api/simulator.ts';
import { compareTimes } from '../dates.ts';

/** Returns the list after these texts, newest activity first. */
export function withActivity(handsets: readonly Handset[], texts: readonly Text[]): Handset[] {
  const byNumber = new Map(handsets.map((handset) => [handset.number, handset]));
  for (const { handset, text, at } of texts) {
    const known = byNumber.get(handset);
    if (known && known.last_at > at) continue;
    byNumber.set(handset, { number: handset, last_text: text, last_at: at });
  }
  return [...byNumber.values()].sort((a, b) => compareTimes(b.last_at, a.last_at));
}

/**
 * Adds texts to a conversation, oldest first. The latest version of each text replaces older ones.
 */
export function withTexts(known: readonly Text[], texts: readonly Text[]): Text[] {
  const byId = new Map([...known, ...texts].map((text) => [text.id, text]));
  return [...byId.values()].sort((a, b) => compareTimes(a.at, b.at));
}

/** A text on its way to the service. */
export interface UnsentText extends NewText {
  /** The number of texts in the conversation when the text was sent. */
  readonly after: number;
}

/**
 * Returns the texts that the conversation does not show yet. The stream may report a text before
 * the response to the send request.
 */
export const notShown = (unsent: readonly UnsentText[], texts: readonly Text[]): UnsentText[] =>
  unsent.filter(
    ({ after, to, text }) =>
      !texts
        .slice(after)
        .some(
          (shown) => shown.direction === 'from_handset' && shown.to === to && shown.text === text,
        ),
  );

/** A group of texts with the same day, direction and peer, and little time between them. */
export interface TextGroup {
  readonly day: string;
  readonly isFirstOfDay: boolean;
  readonly direction: Text['direction'];
  /** The number at the other end. */
  readonly peer: string;
  /** Whether the peer differs from the previous group. */
  readonly isFirstFromPeer: boolean;
  readonly texts: readonly [Text, ...Text[]];
}

const pause = 5 * 60 * 1000;

export function groupTexts(
  texts: readonly Text[],
  startOfDay: (at: string) => string,
): TextGroup[] {
  const groups: (TextGroup & { texts: [Text, ...Text[]] })[] = [];
  for (const text of texts) {
    const day = startOfDay(text.at);
    const peer = otherParty(text);
    const group = groups.at(-1);
    const before = group?.texts.at(-1);
    if (
      group?.day === day &&
      group.direction === text.direction &&
      group.peer === peer &&
      Date.parse(text.at) - Date.parse(before!.at) < pause
    ) {
      group.texts.push(text);
    } else {
      groups.push({
        day,
        isFirstOfDay: group?.day !== day,
        direction: text.direction,
        peer,
        isFirstFromPeer: group?.peer !== peer,
        texts: [text],
      });
    }
  }
  return groups;
}

const otherParty = ({ direction, from, to }: Text): string =>
  direction === 'to_handset' ? from : to;
