import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from '../package.json' with { type: 'json' };
import { authenticate, authentication } from './connection/authentication.ts';
import { addContact } from './creates/addContact.ts';
import { addContactToList } from './creates/addContactToList.ts';
import { apiRequest } from './creates/apiRequest.ts';
import { cancelMessage } from './creates/cancelMessage.ts';
import { createList } from './creates/createList.ts';
import { removeContactFromList } from './creates/removeContactFromList.ts';
import { sendMessage } from './creates/sendMessage.ts';
import { sendMessageAndWaitForDelivery } from './creates/sendMessageAndWaitForDelivery.ts';
import { sendMessageAndWaitForReply } from './creates/sendMessageAndWaitForReply.ts';
import { sendMessages } from './creates/sendMessages.ts';
import { updateContact } from './creates/updateContact.ts';
import { resources } from './fields/resources.ts';
import { findOrCreateContact } from './searchOrCreates/findOrCreateContact.ts';
import { findOrCreateList } from './searchOrCreates/findOrCreateList.ts';
import { findContact } from './searches/findContact.ts';
import { findList } from './searches/findList.ts';
import { findMessage } from './searches/findMessage.ts';
import { findNumber } from './searches/findNumber.ts';
import { findReport } from './searches/findReport.ts';
import { previewMessage } from './searches/previewMessage.ts';
import { campaignList } from './triggers/campaignList.ts';
import { contactList } from './triggers/contactList.ts';
import { contactOptedOutOrIn } from './triggers/contactOptedOutOrIn.ts';
import { incomingSms } from './triggers/incomingSms.ts';
import { listList } from './triggers/listList.ts';
import { messageStatusChanged } from './triggers/messageStatusChanged.ts';
import { newContact } from './triggers/newContact.ts';
import { registrationDecided } from './triggers/registrationDecided.ts';
import { scheduledMessageList } from './triggers/scheduledMessageList.ts';
import { senderList } from './triggers/senderList.ts';

export default defineApp({
  version: packageJson.version,
  platformVersion,
  authentication,
  beforeRequest: [authenticate],
  flags: {
    // inputOf drops blanks, because it knows the fields.
    cleanInputData: false,
    // Every request goes through z.request, which logs it.
    skipHttpPatch: true,
  },
  resources,
  // Zaps refer to these keys: once published, they never change.
  triggers: {
    [incomingSms.key]: incomingSms,
    [messageStatusChanged.key]: messageStatusChanged,
    [newContact.key]: newContact,
    [contactOptedOutOrIn.key]: contactOptedOutOrIn,
    [registrationDecided.key]: registrationDecided,
    [senderList.key]: senderList,
    [listList.key]: listList,
    [contactList.key]: contactList,
    [scheduledMessageList.key]: scheduledMessageList,
    [campaignList.key]: campaignList,
  },
  creates: {
    [sendMessage.key]: sendMessage,
    [sendMessageAndWaitForDelivery.key]: sendMessageAndWaitForDelivery,
    [sendMessageAndWaitForReply.key]: sendMessageAndWaitForReply,
    [sendMessages.key]: sendMessages,
    [addContact.key]: addContact,
    [updateContact.key]: updateContact,
    [addContactToList.key]: addContactToList,
    [removeContactFromList.key]: removeContactFromList,
    [cancelMessage.key]: cancelMessage,
    [createList.key]: createList,
    [apiRequest.key]: apiRequest,
  },
  searches: {
    [findMessage.key]: findMessage,
    [findContact.key]: findContact,
    [findList.key]: findList,
    [findNumber.key]: findNumber,
    [previewMessage.key]: previewMessage,
    [findReport.key]: findReport,
  },
  searchOrCreates: {
    [findOrCreateContact.key]: findOrCreateContact,
    [findOrCreateList.key]: findOrCreateList,
  },
});
