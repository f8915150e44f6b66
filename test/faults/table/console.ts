import type { Fault } from '../fault.ts';

const unsent = {
  file: 'console/src/inbox/unsentReplies.ts',
  suite: 'test/console/unsentReplies.test.ts',
};
const session = {
  file: 'console/src/session/session.ts',
  suite: 'test/e2e/console/consoleHome.test.ts',
  only: 'a second tab',
};
const values = { file: 'console/src/form/values.ts', suite: 'test/console/form.test.ts' };
const imports = {
  file: 'console/src/contacts/ImportProvider.tsx',
  suite: 'test/e2e/console/consoleImport.test.ts',
};
const key = { file: 'console/src/session/chooseKey.ts', suite: 'test/console/chooseKey.test.ts' };
const once = { file: 'console/src/api/callOnce.ts', suite: 'test/console/callOnce.test.ts' };

// prettier-ignore
export const console: readonly Fault[] = [
  { ...key, find: 'open.includes(brought) || isAllowed() ?', plant: 'open.includes(brought) || isAllowed !== undefined ?', harm: 'another account', why: 'a link leads a signed-in user into another account without asking' },
  { ...session, find: '() => isAllowed(\'in another tab\')', plant: '() => true', harm: 'another account', why: 'a link opens another account in a new tab while the user is signed in in an old one' },
  { ...key, find: 'open.includes(brought) ||', plant: '', harm: 'wrong', why: 'a link to the current account asks whether to leave it' },
  { file: 'console/src/broadcasts/describeAudience.ts', suite: 'test/console/describeAudience.test.ts', find: 'list_ids && !all_contacts', plant: 'list_ids', harm: 'wrong', why: 'a broadcast to everybody looks like one to a list' },
  { file: 'console/src/session/commonKey.ts', suite: 'test/console/chooseKey.test.ts', find: 'new Set(keys).size === 1', plant: 'new Set(keys).size >= 1', harm: 'another account', why: 'a new tab signs in to any of several open accounts' },
  { file: 'console/src/home/items.ts', suite: 'test/console/home.test.ts', find: ': failing_since !== null,', plant: ': failing_since === undefined,', harm: 'wrong', why: 'the home page does not show a failing webhook' },
  { file: 'console/src/home/isUnknown.ts', suite: 'test/console/home.test.ts', find: 'data === undefined && errorUpdateCount > 0', plant: 'data === undefined && errorUpdateCount > 1', harm: 'wrong', why: 'the home page shows no failure while a failed request runs again' },
  { file: 'console/src/home/reasons.ts', suite: 'test/console/home.test.ts', find: "  'expired',\n", plant: '', harm: 'wrong', why: 'the home page does not count expired texts as failed' },
  { file: 'console/src/filters/toSearch.ts', suite: 'test/console/filters.test.ts', find: "place !== 'text' && search", plant: 'search', harm: 'wrong', why: 'the search never finds a number in the texts' },
  { file: 'console/src/form/fieldErrors.ts', suite: 'test/console/filters.test.ts', find: 'JSON.stringify(valueAt(refused, pointer)) === JSON.stringify(valueAt(current, pointer))', plant: 'valueAt(refused, pointer) !== undefined || valueAt(current, pointer) === undefined', harm: 'wrong', why: 'a corrected field keeps its error' },
  { file: 'service/search/searchMessages.ts', suite: 'test/service/pglite/contacts.test.ts', only: 'a search', find: "until && idBefore('msg', until)", plant: "idBefore('msg', new Date(0))", harm: 'wrong', why: 'a search of older messages finds nothing' },
  { file: 'console/src/session/useSendDraft.ts', suite: 'test/console/drafts.test.ts', find: 'isSame(current.value, next) ? current : withNewKey(next)', plant: '({ ...current, value: next })', harm: 'wrong', why: 'a changed draft has the idempotency key of the draft that was sent' },
  { file: 'console/src/session/useSendDraft.ts', suite: 'test/console/drafts.test.ts', find: 'isSame(current.value, next) ? current : withNewKey(next)', plant: 'withNewKey(next)', harm: 'sent twice', why: 'a field that keeps its value renews the idempotency key' },
  { file: 'console/src/form/useEdits.ts', suite: 'test/console/drafts.test.ts', find: 'isSame(stored.before, saved)', plant: 'stored.before !== saved', harm: 'wrong', why: 'the edits of an earlier visit overwrite what somebody else has changed' },
  { file: 'console/src/session/drafts.ts', suite: 'test/console/drafts.test.ts', find: '${account}.${name}', plant: '${account.slice(0, 4)}.${name}', harm: 'another account', why: 'a draft appears in another account' },
  { file: 'console/src/session/drafts.ts', suite: 'test/console/drafts.test.ts', find: 'textloom.draft.${account}.', plant: 'textloom.draft.', harm: 'another account', why: 'a draft appears in another account' },
  { ...unsent, find: 'else writeDraft(account, draft, replies);', plant: '', harm: 'lost', why: 'a failed reply is lost when the page reloads' },
  { ...unsent, find: '({ failure: interrupted, ...reply })', plant: 'reply', harm: 'lost', why: 'a reply that a reload interrupts cannot be sent again' },
  { ...unsent, find: 'now - at < limits.idempotencyHours * 3_600_000', plant: 'now >= at', harm: 'sent twice', why: 'an old reply promises to arrive only once' },
  { ...unsent, find: 'replies.map((reply) => (reply.key === key ? { ...reply, failure } : reply));', plant: "[...without(key)(replies), { key, conversation: '', text: '', at: 0, failure }];", harm: 'leaked', why: 'a reply that fails after the user has signed out is stored' },
  { file: 'console/src/settings/RetentionField.tsx', suite: 'test/e2e/console/consoleInbox.test.ts', only: 'shorter retention', find: '(saved[name] ?? Infinity)', plant: 'Infinity', harm: 'wrong', why: 'the console warns about a retention that deletes nothing more' },
  { file: 'console/src/inbox/Replies.tsx', suite: 'test/e2e/console/consoleInbox.test.ts', only: 'shows a text|keeps a failed reply', find: 'send({ key, conversation, text, at }),', plant: 'send({ key: `${key}-again`, conversation, text, at }),', harm: 'sent twice', why: 'a failed reply gets another idempotency key for another try' },
  { file: 'console/src/session/tabSession.ts', suite: 'test/console/tabSession.test.ts', find: 'session === sessionStorage.getItem(sessionName) ? key : null', plant: 'sessionStorage.getItem(sessionName) !== null ? key : null', harm: 'leaked', why: 'a tab that was signed out is signed in again with the next tab' },
  { file: 'console/src/session/tabSession.ts', suite: 'test/console/tabSession.test.ts', find: '  sessionStorage.removeItem(sessionName);', plant: '  sessionStorage.clear();', harm: 'lost', why: 'a key that expires deletes what the user was writing' },
  { file: 'console/src/session/drafts.ts', suite: 'test/console/tabSession.test.ts', find: "!name.startsWith(draftKey(account, ''))", plant: "name === account", harm: 'another account', why: 'the texts of a user whose key expired stay in the tab of the next account' },
  { file: 'console/src/api/safeRepeat.ts', suite: 'test/console/callOnce.test.ts', find: 'safe.add(error)', plant: 'void error', harm: 'wrong', why: 'a form asks a user to check first, although another try is safe' },
  { file: 'console/src/session/tabSession.ts', suite: 'test/console/tabSession.test.ts', find: 'localStorage.removeItem(sharedName(key));', plant: '', harm: 'leaked', why: 'signing out of one tab leaves the others signed in' },
  { file: 'console/src/api/http.ts', suite: 'test/console/tabSession.test.ts', find: "if (!isSignedIn()) throw new Error('The user has signed out');", plant: 'isSignedIn();', harm: 'leaked', why: 'a tab sends requests after the user has signed out' },
  { ...session, find: "window.addEventListener('storage', check, stop);", plant: '', harm: 'leaked', why: 'an idle tab stays signed in after another one signs out' },
  { ...session, find: "document.addEventListener('visibilitychange', check, stop);", plant: '', harm: 'leaked', why: 'a tab that becomes visible shows the account after another tab signed out' },
  { ...session, find: "window.addEventListener('pageshow', check, stop);", plant: '', harm: 'leaked', why: 'a page that Back restores shows the account after another tab signed out' },
  { ...session, find: 'keys.filter((one) => getSharedSession(one) !== null)', plant: 'keys', harm: 'leaked', why: 'a new tab signs in with a key that another tab just signed out' },
  { file: 'console/src/Shell.tsx', find: "links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });", plant: '', harm: 'wrong', why: 'in a low window, the navigation does not show which page is open', suite: 'test/e2e/console/console.test.ts', only: 'low window' },
  { file: 'console/src/ui/message.module.css', find: '  unicode-bidi: plaintext;\n', plant: '', harm: 'wrong', why: 'an Arabic or Hebrew text has its marks at the wrong end', suite: 'test/e2e/console/consoleLayout.test.ts', only: 'Hebrew' },
  { file: 'console/src/ui/SecretDialog.tsx', find: 'size="lg" staysOpen>', plant: 'size="lg">', harm: 'lost', why: 'one wrong key closes the dialog with a new secret that nobody can see again', suite: 'test/e2e/console/consoleKeys.test.ts', only: 'rotates a key' },
  { file: 'console/src/contacts/DeleteContact.tsx', find: '...(erase && { erase })', plant: '', harm: 'leaked', why: 'the console keeps the messages of a person that it says it erases', suite: 'test/e2e/console/consoleRecords.test.ts', only: 'erases everything' },
  { file: 'console/src/contacts/decodeText.ts', suite: 'test/console/decodeText.test.ts', find: "new TextDecoder('windows-1252').decode(bytes)", plant: 'text', harm: 'lost', why: 'an import from Excel overwrites the letters of a name' },
  { ...imports, only: 'response was lost', find: 'client.contact.import({ ...input, csv }, { idempotencyKey })', plant: 'client.contact.import({ ...input, csv, ...(idempotencyKey && {}) })', harm: 'wrong', why: 'an import that continues counts new contacts as updated ones' },
  { ...values, find: ': Object.keys(value).length === 0;', plant: ": Object.values(value).every((inner) => inner === '');", harm: 'wrong', why: 'a filter with an empty value reaches the whole list' },
  { ...values, find: '.filter(([name, value]) => !isSame(value, previous[name]))', plant: '', harm: 'lost', why: 'saving one attribute of a contact reverts the others' },
  { ...values, file: 'console/src/form/namedTexts.ts', find: 'rows.filter((row) => !isUntouched(row))', plant: "rows.filter(([name]) => name.trim() !== '')", harm: 'wrong', why: 'a filter without a name counts as no filter' },
  { file: 'console/src/form/SchemaForm.tsx', find: 'if (invalid) invalid.focus();', plant: 'if (!form.current) invalid?.focus();', harm: 'wrong', why: 'a broadcast ignores one of two filters with the same name', suite: 'test/e2e/console/consoleBroadcast.test.ts', only: 'leaves out' },
  { file: 'console/src/form/useEdits.ts', find: 'findChanges(schema, before, toSaved(values))', plant: 'findChanges(schema, saved, toSaved(values))', harm: 'lost', why: 'saving the settings reverts the change of another person', suite: 'test/e2e/console/consoleInbox.test.ts', only: 'somebody else' },
  { file: 'console/src/form/NumberField.tsx', find: 'toNumber(typed) === number ? typed : ', plant: '', harm: 'wrong', why: 'a typed .05 becomes 5', suite: 'test/e2e/console/consoleBroadcast.test.ts', only: 'decimals' },
  { file: 'console/src/api/http.ts', find: 'AbortSignal.any([limit, signal])', plant: 'signal', harm: 'wrong', why: 'a request over a dead connection never ends', suite: 'test/console/http.test.ts' },
  { file: 'console/src/inbox/useRead.ts', find: 'last, dataUpdatedAt, mayRead', plant: 'last, mayRead', harm: 'wrong', why: 'a conversation in a tab that was hidden stays unread', suite: 'test/e2e/console/consoleInbox.test.ts', only: 'becomes visible' },
  { ...once, find: 'keys.get(name) ?? randomKey()', plant: 'randomKey()', harm: 'lost', why: 'another try after a lost response creates a second key, and nobody saw the first one' },
  { ...once, find: 'keys.delete(name);', plant: '', harm: 'wrong', why: 'the same input returns the earlier result after a success' },
  { file: 'console/src/filters/changeFilter.ts', suite: 'test/console/filters.test.ts', find: "name === 'search' && one === 'in'", plant: "name === 'status' && one === 'in'", harm: 'wrong', why: 'the place of a search stays when its words change' },
  { file: 'console/src/inbox/useShortcuts.ts', suite: 'test/e2e/console/consoleLists.test.ts', only: 'no shortcut', find: "if (!document.querySelector('[role=\"dialog\"]')) act();", plant: 'act();', harm: 'wrong', why: 'a key closes the conversation behind a dialog' },
  { file: 'console/src/ui/Copyable.tsx', suite: 'test/e2e/console/consoleForms.test.ts', only: 'no clipboard', find: 'else selectAndCopy();', plant: '', harm: 'lost', why: 'nobody can copy a new key on plain HTTP' },
  { file: 'console/src/ui/toTable.ts', suite: 'test/e2e/console/consoleLists.test.ts', only: 'more rows', find: 'if (pages.isFetchNextPageError) pages.fetchNextPage();\n    else pages', plant: 'pages', harm: 'wrong', why: 'another try after more rows failed fetches only the rows on the page' },
  { file: 'console/src/numbers/GetNumber.tsx', suite: 'test/e2e/console/consoleForms.test.ts', only: 'another purchase', find: 'buy.reset();', plant: '', harm: 'wrong', why: 'the question for a number shows the error of another purchase' },
];
