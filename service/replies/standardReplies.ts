import type { Account } from '@textloom/shared/contract';
import type { Language } from './findLanguage.ts';

export type ReplyKind = Exclude<keyof Account['replies'][number], 'language'>;

type Replies = Readonly<
  Record<Exclude<ReplyKind, 'help'>, string> & {
    /** The reply to HELP, with and without a support contact. */
    readonly help: string;
    readonly helpWithContact: string;
  }
>;

/**
 * The service's own texts to recipients. With a brand of 20 characters before them, each fits into
 * one segment of GSM-7, so they avoid words with other letters.
 */
export const standardReplies: Readonly<Record<Language, Replies>> = {
  en: {
    stop: 'You have opted out and will get no more messages. Reply START to get them again.',
    start: 'You are now subscribed. Reply HELP for help, or STOP to get no more messages.',
    help: 'Reply STOP to get no more messages, or START to get them again.',
    helpWithContact: 'For help, contact {{support_contact}}. Reply STOP to get no more messages.',
    confirmation:
      'Reply YES to get our messages. Message and data rates may apply. Reply HELP for help, STOP to opt out.',
  },
  es: {
    stop: 'Se ha dado de baja y no le enviaremos nuevos mensajes. Responda START para volver a recibirlos.',
    start: 'Ya se ha dado de alta. Responda HELP para obtener ayuda o STOP para darse de baja.',
    help: 'Responda STOP para darse de baja o START para volver a recibir mensajes.',
    helpWithContact: 'Para obtener ayuda: {{support_contact}}. Responda STOP para darse de baja.',
    confirmation:
      'Responda SI para recibir nuestros mensajes. Pueden aplicarse tarifas. Responda HELP para ayuda, STOP para darse de baja.',
  },
  fr: {
    stop: 'Vous ne recevrez plus de messages de notre part. Répondez START pour en recevoir de nouveau.',
    start:
      "Vous allez recevoir nos messages. Répondez HELP pour obtenir de l'aide, STOP pour ne plus en recevoir.",
    help: 'Répondez STOP pour ne plus recevoir de messages, START pour en recevoir de nouveau.',
    helpWithContact:
      'Pour toute question : {{support_contact}}. Répondez STOP pour ne plus recevoir de messages.',
    confirmation:
      "Répondez OUI pour recevoir nos messages. Des frais peuvent s'appliquer. Répondez HELP pour de l'aide, STOP pour refuser.",
  },
  de: {
    stop: 'Sie sind abgemeldet und erhalten keine Nachrichten mehr. Antworten Sie START, um sich wieder anzumelden.',
    start: 'Sie sind jetzt angemeldet. Antworten Sie HELP für Hilfe oder STOP, um sich abzumelden.',
    help: 'Antworten Sie STOP, um keine Nachrichten mehr zu erhalten, oder START, um sie wieder zu erhalten.',
    helpWithContact:
      'Hilfe erhalten Sie unter {{support_contact}}. Antworten Sie STOP, um sich abzumelden.',
    confirmation:
      'Antworten Sie JA, um unsere Nachrichten zu erhalten. Es können Gebühren anfallen. HELP für Hilfe, STOP zum Abmelden.',
  },
  it: {
    stop: 'La sua iscrizione è annullata e non riceverà altri messaggi. Risponda START per riceverli di nuovo.',
    start:
      'La sua iscrizione è attiva. Risponda HELP per assistenza o STOP per non ricevere altri messaggi.',
    help: 'Risponda STOP per non ricevere altri messaggi o START per riceverli di nuovo.',
    helpWithContact:
      'Per assistenza: {{support_contact}}. Risponda STOP per non ricevere altri messaggi.',
    confirmation:
      'Risponda SI per ricevere i nostri messaggi. Possono applicarsi costi. Risponda HELP per assistenza, STOP per rifiutare.',
  },
  pt: {
    stop: 'Cancelamos o envio de mensagens para este telefone. Responda START para voltar a receber.',
    start:
      'Cadastro confirmado. Responda HELP para obter ajuda ou STOP para parar de receber mensagens.',
    help: 'Responda STOP para parar de receber mensagens ou START para voltar a receber.',
    helpWithContact:
      'Para obter ajuda: {{support_contact}}. Responda STOP para parar de receber mensagens.',
    confirmation:
      'Responda SIM para receber nossas mensagens. Tarifas podem ser cobradas. Responda HELP para ajuda, STOP para recusar.',
  },
  nl: {
    stop: 'U bent afgemeld en ontvangt geen berichten meer. Antwoord START om ze weer te ontvangen.',
    start:
      'U bent nu aangemeld. Antwoord HELP voor hulp of STOP om geen berichten meer te ontvangen.',
    help: 'Antwoord STOP om geen berichten meer te ontvangen, of START om ze weer te ontvangen.',
    helpWithContact:
      'Voor hulp: {{support_contact}}. Antwoord STOP om geen berichten meer te ontvangen.',
    confirmation:
      'Antwoord JA om onze berichten te ontvangen. Er kunnen kosten zijn. Antwoord HELP voor hulp, STOP om te weigeren.',
  },
};
