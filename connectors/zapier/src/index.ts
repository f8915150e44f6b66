import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from '../package.json' with { type: 'json' };
import { authentication } from './authentication.ts';
import { authenticate, keepQuery } from './beforeRequest.ts';
import { addContact } from './creates/addContact.ts';
import { sendMessage } from './creates/sendMessage.ts';
import { findContact } from './searches/findContact.ts';
import { findMessage } from './searches/findMessage.ts';
import { incomingSms } from './triggers/incomingSms.ts';
import { messageStatusChanged } from './triggers/messageStatusChanged.ts';
import { senderList } from './triggers/senderList.ts';

export default defineApp({
  version: packageJson.version,
  platformVersion,
  authentication,
  beforeRequest: [authenticate, keepQuery],
  // Blanks are dropped by inputOf, which knows the fields.
  flags: { cleanInputData: false },
  // Zaps refer to these keys: once published, they never change.
  triggers: {
    [incomingSms.key]: incomingSms,
    [messageStatusChanged.key]: messageStatusChanged,
    [senderList.key]: senderList,
  },
  creates: { [sendMessage.key]: sendMessage, [addContact.key]: addContact },
  searches: { [findMessage.key]: findMessage, [findContact.key]: findContact },
});
