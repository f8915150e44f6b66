import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Circuit } from '../../../service/carriers/carrier.ts';
import { createCircuitBreaker } from '../../../service/carriers/http/circuit.ts';
import { carrierMetrics } from '../../../service/runtime/metrics/processMetrics.ts';
import type { Carriers } from '../../../service/carriers/carriers.ts';

/** Returns the value of the metric for a carrier with this circuit. */
const readUp = async (circuit: () => Circuit): Promise<number> => {
  const all = [{ name: 'acme', circuit }] as unknown as Carriers['all'];
  const [metric] = await carrierMetrics({ all }).getMetricsAsJSON();
  return metric!.values[0]!.value;
};

describe('the metric of a carrier', () => {
  afterEach(() => void jest.restoreAllMocks());

  const openFailed = (probe?: () => Promise<boolean>) => {
    const breaker = createCircuitBreaker(probe, () => undefined);
    for (let failure = 0; failure < 3; failure++) breaker.record('failed');
    return breaker;
  };
  const pass = (milliseconds: number) => {
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + milliseconds);
  };

  it('is 0 while messages fail, also between two attempts', async () => {
    const { circuit } = openFailed();
    expect(await readUp(circuit)).toBe(0);
    pass(60_000);
    expect(await readUp(circuit)).toBe(0);
  });

  it('is 1 again after two minutes without messages, although the circuit stays open', async () => {
    const { circuit } = openFailed();
    pass(120_000);
    expect(circuit().isOpen).toBe(true);
    expect(await readUp(circuit)).toBe(1);
  });

  it('stays 0 while the provider does not respond to probes', async () => {
    const { circuit, stop } = openFailed(() => Promise.resolve(false));
    pass(3_600_000);
    expect(await readUp(circuit)).toBe(0);
    stop();
  });
});
