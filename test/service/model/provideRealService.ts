import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { OpenDatabase } from '../harness/database.ts';
import { openRealServices, type RealService, type RealServices } from './realService.ts';

/** Opens a database for a block of tests, and provides each test with a separate account. */
export function provideRealService(
  open: OpenDatabase,
  provide: (service: RealService) => void | Promise<void>,
): void {
  let services: RealServices;
  beforeAll(async () => {
    services = await openRealServices(open);
  });
  afterAll(() => services.close());
  beforeEach(async () => provide(await services.next()));
}
