import { join } from 'node:path';
import { packageN8n } from '../packageN8n.ts';
import { installPackage } from './seed.ts';

/** Packs the nodes of this checkout and installs them in an n8n. */
export const installNode = async (userFolder: string): Promise<string> =>
  installPackage(userFolder, await packageN8n(join(userFolder, 'artifacts'), () => undefined));
