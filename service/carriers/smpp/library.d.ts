/** What is used here of the library, which brings no types of its own. */
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
    /** As it came over the wire: see session.ts. */
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
    /** False where the socket takes nothing any more; then nothing was sent. */
    readonly send: (pdu: Pdu, onResponse?: (response: Pdu) => void) => boolean;
  }

  interface Filtered {
    filter?: unknown;
  }

  const smpp: {
    readonly connect: (options: Readonly<Record<string, unknown>>) => Session;
    readonly PDU: new (command: string, fields: Readonly<Record<string, unknown>>) => Pdu;
    readonly commands: Readonly<
      Record<string, { readonly params: Readonly<Record<string, Filtered>> }>
    >;
    readonly tlvs: Readonly<Record<string, Filtered>>;
    readonly errors: Readonly<Record<string, number>>;
  };
  export default smpp;
}
