import { ownEnvironment } from '../programs/ownEnvironment.ts';

export interface Place {
  /** n8n keeps its database, settings and packages in the folder `.n8n` inside it. */
  userFolder: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * Returns the environment of an n8n process, which listens only on loopback and does not phone
 * home.
 */
export function n8nEnvironment(place: Place): NodeJS.ProcessEnv {
  return {
    ...withoutN8nSettings(ownEnvironment()),
    NO_PROXY: '127.0.0.1,localhost',
    N8N_USER_FOLDER: place.userFolder,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
    N8N_SECURE_COOKIE: 'false',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
    N8N_DYNAMIC_BANNERS_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
    N8N_VERIFIED_PACKAGES_ENABLED: 'false',
    N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
    N8N_DISABLED_MODULES: 'mcp-registry',
    EXTERNAL_FRONTEND_HOOKS_URLS: '',
    ...place.env,
  };
}

/**
 * Removes settings of n8n, so that another n8n on this machine does not interfere with this one.
 */
function withoutN8nSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^(N8N|DB|QUEUE|EXECUTIONS|WEBHOOK|GENERIC|CREDENTIALS|EXTERNAL|npm)_/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}
