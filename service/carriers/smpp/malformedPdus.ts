import smpp, { type Pdu } from 'smpp';

const headerLength = 16;
const lengthOctets = 4;
const malformed = new WeakSet<Pdu>();

/** Returns whether the fields of a PDU could not be read, so that it has only a header. */
export const isMalformed = (pdu: Pdu): boolean => malformed.has(pdu);

/**
 * Reads the next PDU like the library, but also one with malformed fields. The library would give
 * up the link, and the carrier would deliver the same PDU over the next link, and so on forever.
 * The PDUs after it are readable, because its length is known.
 */
smpp.PDU.fromStream = (stream, length) => {
  const rest = stream.read(length - lengthOctets) as Buffer | null;
  if (!rest) return false;
  const octets = Buffer.concat([Buffer.alloc(lengthOctets), rest]);
  octets.writeUInt32BE(length);
  try {
    return new smpp.PDU(octets);
  } catch (error) {
    // The link ended within the PDU, or nobody knows where the next one begins.
    if (octets.length < Math.max(length, headerLength)) throw error;
    const header = octets.subarray(0, headerLength);
    header.writeUInt32BE(headerLength);
    const pdu = new smpp.PDU(header);
    malformed.add(pdu);
    return pdu;
  }
};
