import type { MessageEventData } from '@textloom/shared/contract';

/** Joins the events of received texts of one conversation. The newest text decides the rest. */
export function joinTexts(events: readonly MessageEventData[]): MessageEventData {
  const texts = [...events].sort(byTime);
  const withKeyword = texts.findLast(({ keyword }) => keyword !== null);
  const doubtful = texts.findLast(({ possible_keyword }) => possible_keyword !== null);
  return {
    ...texts.at(-1)!,
    text: texts.flatMap(({ text }) => text || []).join('\n'),
    media: texts.flatMap(({ media }) => media),
    keyword: withKeyword?.keyword ?? null,
    possible_keyword: doubtful?.possible_keyword ?? null,
    keyword_rule: (withKeyword ?? doubtful)?.keyword_rule ?? null,
    burst: texts.map(({ id, text, media, keyword, created_at }) => ({
      message_id: id,
      text,
      media,
      keyword,
      created_at,
    })),
  };
}

const byTime = (a: MessageEventData, b: MessageEventData): number =>
  a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1;
