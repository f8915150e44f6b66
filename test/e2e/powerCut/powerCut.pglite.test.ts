import { describePowerCuts } from './powerCut.suite.ts';

describePowerCuts({ lives: 10, firstStarts: 2 });
