import { describePowerCuts } from './powerCut.suite.ts';

describePowerCuts({ lives: 200, firstStarts: 20 });
