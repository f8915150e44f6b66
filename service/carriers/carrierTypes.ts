import type { CarrierType } from './defineCarrier.ts';
import { handsetType } from './handset/handsetType.ts';
import { http } from './providers/http/http.ts';
import { plivo } from './providers/plivo.ts';
import { smsgate } from './providers/smsgate/smsgate.ts';
import { telnyx } from './providers/telnyx/telnyx.ts';
import { twilio } from './providers/twilio/twilio.ts';
import { vonage } from './providers/vonage/vonage.ts';
import { smppType } from './smpp/smppType.ts';

/**
 * Lists all types of carriers, the default first. Nothing else names them: `CARRIERS`, its errors,
 * and the tables of settings in the documentation follow from this list.
 */
export const carrierTypes: readonly CarrierType[] = [
  smppType,
  handsetType,
  twilio,
  vonage,
  telnyx,
  plivo,
  smsgate,
  http,
];

export const carrierType = (type: string): CarrierType | undefined =>
  carrierTypes.find((one) => one.type === type);
