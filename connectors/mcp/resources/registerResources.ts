import {
  ResourceTemplate,
  ResourceNotFoundError,
  type McpServer,
  type ReadResourceResult,
  type ServerContext,
  type Variables,
} from '@modelcontextprotocol/server';
import { isNotFound, type CallOptions } from '@textloom/shared/client';
import { contactLabel, conversationLabel } from '@textloom/shared/connector/labels';
import { contract } from '@textloom/shared/contract';
import { callSignal } from '../callSignal.ts';
import { explained } from '../errors.ts';
import { harmless } from '../output/harmless.ts';
import { presentContact, presentConversation, presentListed } from '../output/present.ts';
import { readPage } from '../output/readPage.ts';
import type { Backend } from '../tools/tool.ts';

/** The newest objects that a list of resources names. Tools find the others. */
const listed = 20;
/** The newest messages of a conversation. The tool read_conversation returns the others. */
const messagesShown = 50;

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The variable part of the URI. */
  readonly variable: string;
  readonly list: (
    options: CallOptions,
  ) => Promise<readonly { readonly value: string; readonly label: string }[]>;
  readonly read: (value: string, options: CallOptions) => Promise<unknown>;
  /** The values that the variable can have, if they are known. */
  readonly values?: readonly string[];
}

/** Offers contacts, conversations and reports as data that a person can attach to a chat. */
export function registerResources(server: McpServer, { client, stopping }: Backend): void {
  const { interval } = contract.report.get.input.properties;
  const kinds: readonly Kind[] = [
    {
      name: 'contacts',
      title: 'Contact',
      description: 'A contact, by its ID or its phone number',
      variable: 'id',
      list: async (options) =>
        (await client.contact.list({ limit: listed }, options)).data.map((contact) => ({
          value: contact.id,
          label: contactLabel(contact),
        })),
      read: async (id, options) => presentContact(await client.contact.get({ id }, options)),
    },
    {
      name: 'conversations',
      title: 'Conversation',
      description: `A conversation with its newest ${messagesShown} messages`,
      variable: 'id',
      list: async (options) =>
        (await client.conversation.list({ limit: listed }, options)).data.map((conversation) => ({
          value: conversation.id,
          label: conversationLabel(conversation),
        })),
      read: async (id, options) => {
        const [conversation, messages] = await Promise.all([
          client.conversation.get({ id }, options),
          readPage(
            'messages',
            { id, limit: messagesShown },
            (asked) => client.conversation.messages(asked, options),
            presentListed,
          ),
        ]);
        return { ...presentConversation(conversation), ...messages };
      },
    },
    {
      name: 'reports',
      title: 'Report',
      description: 'The messages of the last week, by hour, day, week or month',
      variable: 'interval',
      values: interval.enum,
      list: async () =>
        interval.enum.map((value) => ({ value, label: `Messages of the last week by ${value}` })),
      read: async (value, options) => {
        const known = interval.enum.find((one) => one === value);
        if (known === undefined) throw new UnknownValue();
        return client.report.get({ interval: known }, options);
      },
    },
  ];
  for (const kind of kinds) register(server, kind, stopping);
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    throw new UnknownValue();
  }
}

class UnknownValue extends Error {}

const mimeType = 'application/json';

function register(server: McpServer, kind: Kind, stopping: AbortSignal | undefined): void {
  const { name, title, description, variable, list, read, values } = kind;
  const toUri = (value: string) => `textloom://${name}/${encodeURIComponent(value)}`;
  const toOptions = ({ mcpReq }: ServerContext) => ({
    signal: callSignal(mcpReq.signal, stopping),
  });
  const template = new ResourceTemplate(`textloom://${name}/{${variable}}`, {
    list: (context) =>
      explaining(async () => ({
        resources: (await list(toOptions(context))).map(({ value, label }) => ({
          uri: toUri(value),
          name: String(harmless(label)),
          // Otherwise, clients show the title of the template for all of them.
          title: String(harmless(label)),
          mimeType,
        })),
      })),
    ...(values && {
      complete: {
        [variable]: (written: string) => values.filter((one) => one.startsWith(written)),
      },
    }),
  });
  server.registerResource(
    name,
    template,
    { title, description, mimeType },
    (uri, variables: Variables, context): Promise<ReadResourceResult> =>
      explaining(async () => {
        const value = decoded([variables[variable]].flat()[0] ?? '');
        const data = harmless(await read(value, toOptions(context)));
        return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(data) }] };
      }, uri.href),
  );
}

/** Throws errors that say in a sentence what happened and what to do next. */
async function explaining<T>(work: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isMissing = error instanceof UnknownValue || isNotFound(error);
    if (isMissing && uri !== undefined) throw new ResourceNotFoundError(uri);
    throw new Error(explained(error), { cause: error });
  }
}
