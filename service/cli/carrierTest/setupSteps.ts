import type { Carrier } from '@textloom/shared/contract';
import type { CarrierConfig } from '../../carriers/readCarriers.ts';
import { carrierType } from '../../carriers/carrierTypes.ts';
import type { Config } from '../../config/config.ts';
import { checkCallbacks } from '../doctor/checkCallbacks.ts';
import { isTextloom } from '../doctor/checkPorts.ts';
import { ok, problem, warnIf, warning, type Finding } from '../doctor/finding.ts';
import { CommandError } from '../command.ts';
import { createCallService, readCarrier } from './createCallService.ts';

/** One step of the test of a carrier. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<readonly Finding[]>;
}

/** Returns the steps that check a carrier without sending anything. */
export const setupSteps = (config: Config, carrier: CarrierConfig): readonly Step[] => [
  { name: 'account', run: () => checkAccount(carrier) },
  { name: 'service', run: () => checkService(config, carrier) },
  { name: 'callbacks', run: () => checkCallbacks({ ...config, carriers: [carrier] }) },
];

/** Returns what to do about a code of the provider, as a sentence. */
export function adviceOn({ type }: CarrierConfig, code: string | null): string | undefined {
  const advice = code === null ? undefined : carrierType(type)?.advice?.[code];
  return advice && `${advice}.`;
}

async function checkAccount(carrier: CarrierConfig): Promise<Finding[]> {
  const { name, type, settings } = carrier;
  const check = (await carrierType(type)?.checkAccount?.(settings)) ?? { kind: 'unknown' };
  switch (check.kind) {
    case 'served':
      return [ok(`The provider of the carrier ${name} accepts the credentials.`)];
    case 'unknown':
      return [
        warning(
          `Only a text can show whether the carrier ${name} works, because there is no other request to test its credentials.`,
        ),
      ];
    case 'refused':
      return [
        problem(
          `The provider refuses the account (${check.code}). ${adviceOn(carrier, check.code) ?? 'Check the credentials in CARRIERS.'}`,
        ),
      ];
    case 'unreachable':
      return [
        problem(
          `The provider cannot handle the request now (${check.code}). ${adviceOn(carrier, check.code) ?? 'Try again later.'}`,
        ),
      ];
  }
}

async function checkService(config: Config, { name }: CarrierConfig): Promise<Finding[]> {
  const { host, port } = config;
  if (port === 0 || !(await isTextloom(host, port)))
    return [
      problem(
        `No service runs on PORT ${port}. Start it with the same settings, then repeat this command.`,
      ),
    ];
  const state = await readState(config, name);
  const reason = state?.errors[0]?.message ?? 'it gives no reason';
  return [
    ok(`The service runs on PORT ${port}.`),
    ...warnIf(
      state?.status === 'failing',
      `The service reports that the carrier ${name} fails: ${reason}.`,
    ),
  ];
}

/** Returns what the service knows about the carrier, if the key in `API_KEY` may read it. */
async function readState(config: Config, name: string): Promise<Carrier | undefined> {
  if (config.apiKey === '') return undefined;
  try {
    return await readCarrier(createCallService(config), name);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
