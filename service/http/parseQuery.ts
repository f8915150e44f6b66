import { parse, type ParsedUrlQuery } from 'node:querystring';

/**
 * Matches a plus sign before a phone number, and before the offset of a time. In a query, it stands
 * for a space, but people who type a URL mean the plus sign.
 */
const plusSign = /(?<==)\+(?=\d)|(?<=T\d\d[\d:.%A]*)\+(?=\d\d(?::|%3A)\d\d(?:&|$))/gi;

/**
 * Parses a query. Without its plus sign, a number would belong to the default country, so that a
 * list of the messages to it would be empty.
 */
export const parseQuery = (text: string): ParsedUrlQuery => parse(text.replace(plusSign, '%2B'));
