import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from '../package.json' with { type: 'json' };
import { authenticate, authentication } from './connection/authentication.ts';
import { addContact } from './creates/addContact.ts';
import { addContactToList } from './creates/addContactToList.ts';
import { apiRequest } from './creates/apiRequest.ts';
import { changeBroadcast } from './creates/changeBroadcast.ts';
import { changeConversation } from './creates/changeConversation.ts';
import { checkVerificationCode } from './creates/checkVerificationCode.ts';
import { createList } from './creates/createList.ts';
import { decideReview } from './creates/decideReview.ts';
import { importContacts } from './creates/importContacts.ts';
import { removeContactFromList } from './creates/removeContactFromList.ts';
import { replyInConversation } from './creates/replyInConversation.ts';
import { cancelMessage, rescheduleMessage } from './creates/scheduledMessages.ts';
import { sendBroadcast } from './creates/sendBroadcast.ts';
import { sendConfirmationRequest } from './creates/sendConfirmationRequest.ts';
import { sendMessage } from './creates/sendMessage.ts';
import { sendMessageAndWaitForDelivery } from './creates/sendMessageAndWaitForDelivery.ts';
import { sendMessageAndWaitForReply } from './creates/sendMessageAndWaitForReply.ts';
import { sendMessages } from './creates/sendMessages.ts';
import { sendVerificationCode } from './creates/sendVerificationCode.ts';
import { updateContact } from './creates/updateContact.ts';
import { findOrCreateContact } from './searchOrCreates/findOrCreateContact.ts';
import { findOrCreateList } from './searchOrCreates/findOrCreateList.ts';
import { findBroadcast } from './searches/findBroadcast.ts';
import { findContact } from './searches/findContact.ts';
import { findConversation } from './searches/findConversation.ts';
import { findList } from './searches/findList.ts';
import { findMessage } from './searches/findMessage.ts';
import { findNumber } from './searches/findNumber.ts';
import { findReport } from './searches/findReport.ts';
import { previewBroadcast } from './searches/previewBroadcast.ts';
import { previewMessage } from './searches/previewMessage.ts';
import { broadcastEnded } from './triggers/broadcastEnded.ts';
import { broadcastList } from './triggers/broadcastList.ts';
import { campaignList } from './triggers/campaignList.ts';
import { contactAddedToList } from './triggers/contactAddedToList.ts';
import { contactList } from './triggers/contactList.ts';
import { contactOptedOutOrIn } from './triggers/contactOptedOutOrIn.ts';
import { conversationChanged } from './triggers/conversationChanged.ts';
import { conversationList } from './triggers/conversationList.ts';
import { incomingSms } from './triggers/incomingSms.ts';
import { listList } from './triggers/listList.ts';
import { messageStatusChanged } from './triggers/messageStatusChanged.ts';
import { newContact } from './triggers/newContact.ts';
import { possibleOptOut } from './triggers/possibleOptOut.ts';
import { registrationDecided } from './triggers/registrationDecided.ts';
import { reviewList } from './triggers/reviewList.ts';
import { scheduledMessageList } from './triggers/scheduledMessageList.ts';
import { senderList } from './triggers/senderList.ts';
import { verificationEnded } from './triggers/verificationEnded.ts';
import { uncopied } from './uncopied.ts';

export const app = defineApp({
  version: packageJson.version,
  platformVersion,
  authentication,
  beforeRequest: [authenticate],
  flags: {
    // readInputData drops blanks, because it knows the fields.
    cleanInputData: false,
    // Every request goes through z.request, which logs it.
    skipHttpPatch: true,
  },
  // Zaps refer to these keys: once published, they never change.
  triggers: {
    [incomingSms.key]: incomingSms,
    [messageStatusChanged.key]: messageStatusChanged,
    [newContact.key]: newContact,
    [contactAddedToList.key]: contactAddedToList,
    [contactOptedOutOrIn.key]: contactOptedOutOrIn,
    [registrationDecided.key]: registrationDecided,
    [possibleOptOut.key]: possibleOptOut,
    [conversationChanged.key]: conversationChanged,
    [broadcastEnded.key]: broadcastEnded,
    [verificationEnded.key]: verificationEnded,
    [senderList.key]: senderList,
    [listList.key]: listList,
    [contactList.key]: contactList,
    [scheduledMessageList.key]: scheduledMessageList,
    [campaignList.key]: campaignList,
    [conversationList.key]: conversationList,
    [broadcastList.key]: broadcastList,
    [reviewList.key]: reviewList,
  },
  creates: {
    [sendMessage.key]: sendMessage,
    [sendMessageAndWaitForDelivery.key]: sendMessageAndWaitForDelivery,
    [sendMessageAndWaitForReply.key]: sendMessageAndWaitForReply,
    [sendMessages.key]: sendMessages,
    [addContact.key]: addContact,
    [updateContact.key]: updateContact,
    [importContacts.key]: importContacts,
    [addContactToList.key]: addContactToList,
    [removeContactFromList.key]: removeContactFromList,
    [cancelMessage.key]: cancelMessage,
    [rescheduleMessage.key]: rescheduleMessage,
    [createList.key]: createList,
    [sendBroadcast.key]: sendBroadcast,
    [changeBroadcast.key]: changeBroadcast,
    [replyInConversation.key]: replyInConversation,
    [changeConversation.key]: changeConversation,
    [sendVerificationCode.key]: sendVerificationCode,
    [checkVerificationCode.key]: checkVerificationCode,
    [decideReview.key]: decideReview,
    [sendConfirmationRequest.key]: sendConfirmationRequest,
    [apiRequest.key]: apiRequest,
  },
  searches: {
    [findMessage.key]: findMessage,
    [findContact.key]: findContact,
    [findList.key]: findList,
    [findNumber.key]: findNumber,
    [previewMessage.key]: previewMessage,
    [findReport.key]: findReport,
    [findConversation.key]: findConversation,
    [findBroadcast.key]: findBroadcast,
    [previewBroadcast.key]: previewBroadcast,
  },
  searchOrCreates: {
    [findOrCreateContact.key]: findOrCreateContact,
    [findOrCreateList.key]: findOrCreateList,
  },
});

export default {
  ...app,
  triggers: uncopied(app.triggers),
  creates: uncopied(app.creates),
  searches: uncopied(app.searches),
};
