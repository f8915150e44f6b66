import { simulated } from '../carrier.ts';
import { defineCarrier } from '../defineCarrier.ts';
import { handsetCarrier } from './handset.ts';

export const handsetType = defineCarrier({
  type: simulated,
  name: simulated,
  settings: {},
  create: (_settings, _place, deps) => handsetCarrier(deps),
});
