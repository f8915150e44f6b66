import { simulated } from '../carrier.ts';
import { defineCarrier } from '../defineCarrier.ts';
import { flag } from '../settings.ts';
import { handsetCarrier } from './handset.ts';

export const handsetType = defineCarrier({
  type: simulated,
  name: simulated,
  settings: {
    allNumbers: flag({
      name: 'all_numbers',
      description: 'Whether to simulate all numbers, to rehearse a broadcast to your own contacts',
    }),
  },
  create: (settings, _place, deps) => handsetCarrier({ ...deps, ...settings }),
});
