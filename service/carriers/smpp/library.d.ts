/** Declares the parts of the library that this code uses, because the library has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly system_id?: string;
    readonly message_id?: string;
    readonly source_addr?: string;
    readonly source_addr_ton?: number;
    readonly destination_addr?: string;
    readonly dest_addr_ton?: number;
    readonly esm_class?: number;
    readonly data_coding?: number;
    /** The raw octets from the wire. See session.ts. */
    readonly short_message?: Buffer;
    readonly message_payload?: Buffer;
    readonly receipted_message_id?: string;
    readonly message_state?: number;
    readonly user_message_reference?: number;
    readonly sar_msg_ref_num?: number;
    readonly sar_total_segments?: number;
    readonly sar_segment_seqnum?: number;
    readonly isResponse: () => boolean;
    readonly response: (fields?: Readonly<Record<string, unknown>>) => Pdu;
  }

  export interface Session extends EventEmitter {
    readonly socket: Socket;
    /** Returns false if the socket is closed for writing. Then nothing was sent. */
    readonly send: (pdu: Pdu, onResponse?: (response: Pdu) => void) => boolean;
  }

  interface Filtered {
    filter?: unknown;
  }

  const smpp: {
    readonly connect: (options: Readonly<Record<string, unknown>>) => Session;
    readonly PDU: {
      new (command: string, fields: Readonly<Record<string, unknown>>): Pdu;
      new (octets: Buffer): Pdu;
      /** Returns false until the whole PDU has arrived. See malformedPdus.ts. */
      fromStream: (stream: Pick<Socket, 'read'>, length: number) => Pdu | false;
    };
    readonly commands: Readonly<
      Record<string, { readonly params: Readonly<Record<string, Filtered>> }>
    >;
    readonly tlvs: Readonly<Record<string, Filtered>>;
    readonly errors: Readonly<Record<string, number>>;
  };
  export default smpp;
}
