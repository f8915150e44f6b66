import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';
import { explainRule, type KeywordRule } from '../../../service/optout/rules.ts';

const matchOutcome = (text: string) => {
  const match = matchKeyword(text);
  return match && `${match.certainty} ${match.keyword}`;
};
const matchRule = (text: string) => matchKeyword(text)?.rule;

describe('a text that is a keyword', () => {
  it.each([
    ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    ...['ALTO', 'BAJA', 'ARRET', 'STOPP', 'ABMELDEN', 'FERMA', 'PARAR', 'AFMELDEN', 'REMOVE'],
    ...['stop', ' Stop. ', '"STOP"', 'ＳＴＯＰ', 'opt-out', 'opt\nout', 'Arrêt', 'S T O P'],
    ...['S.T.O.P', 'ST0P', '$TOP', 'st\u200bop', 'stop!!!', 'STOP STOP STOP', 'stop 2'],
    ...['Stop, please!', 'ok stop', 'Bitte stopp', 'stop svp', 'Stop\n\nRegards'],
  ])('stops the messages: %j', (text) => {
    expect(matchOutcome(text)).toBe('certain stop');
    expect(['keyword', 'typo']).toContain(matchRule(text));
  });

  it.each([
    ...['STOP 🚫', 'Stop⛔', '🚫 stop', 'QUIT 🛑', 'Cancel 🚫🚫', 'END ⛔ please', '🛑 STOP 🛑'],
    ...['I am not Ada. STOP 🚫', 'ARRÊT ⛔'],
  ])('stops the messages whatever sign is next to it: %j', (text) =>
    expect(matchOutcome(text)).toBe('certain stop'),
  );

  it.each(['🚫', '⛔ please', 'START 🚫', 'start 🛑', 'HELP ⛔', 'off 🚫'])(
    'is doubtful if a sign says something else: %j',
    (text) => expect(matchOutcome(text)).toBe('doubtful stop'),
  );

  it.each(['START', 'UNSTOP', 'start', ' Unstop! ', 'start please', 'ALTA', 'Anmelden'])(
    'restarts the messages: %j',
    (text) => expect(matchOutcome(text)).toBe('certain start'),
  );

  it.each(['HELP', 'INFO', 'help?', '¿Info?', 'ayuda', 'Aide svp', 'HILFE', 'help me'])(
    'asks for help: %j',
    (text) => expect(matchOutcome(text)).toBe('certain help'),
  );

  it.each(['sotp', 'Stpo', 'stopppp', 'unsuscribe', 'UNSUBCRIBE me', 'desabonement'])(
    'stops the messages in spite of a typing error: %j',
    (text) => expect(matchOutcome(text)).toBe('certain stop'),
  );

  it.each([
    ...['STOP1', 'Stop2', 'stop123', 'STOPP1', 'ARRÊT1', 'QUIT2', 'OPTOUT1', 'STOP1!'],
    ...['STOPNOW', 'STOPSMS', 'StopText', 'STOPALLMESSAGES', 'stopit', 'stopmessages'],
  ])('stops the messages without a space: %j', (text) =>
    expect(matchOutcome(text)).toBe('certain stop'),
  );

  it.each(['STOPACME', 'stopme', 'stop4me', 'stopcontactingme'])(
    'is doubtful if something else follows STOP without a space: %j',
    (text) => expect(matchOutcome(text)).toBe('doubtful stop'),
  );

  it.each([
    ...['stopped', 'stopping', 'stopwatch', 'stopover', 'stoplight', 'stopcontact', 'stopby'],
    ...['nonstop', 'OFF20', 'join1', 'yes2', 'SAVE20', 'A1'],
  ])('finds no keyword in a part of a word: %j', (text) => expect(matchKeyword(text)).toBeNull());

  it.each(['ST\u041eP', '\u0405\u0422OP', 'S\u03a4OP', 'UNSUBSCRIB\u0415', 'please ST\u041eP'])(
    'stops the messages in spite of letters of another alphabet: %j',
    (text) => expect(matchOutcome(text)).toBe('certain stop'),
  );

  it.each(['Enough', 'no more', 'spam', 'chega', 'genoeg', 'es reicht', 'no mas'])(
    'is doubtful if it often means something else: %j',
    (text) => {
      expect(matchOutcome(text)).toBe('doubtful stop');
      expect(matchRule(text)).toBe('unsure_keyword');
    },
  );

  it.each(['20% off?', 'Hello 20% off_now', '20 off', 'Thanks! 10% OFF'])(
    'takes no discount for a keyword: %j',
    (text) => expect(matchKeyword(text)).toBeNull(),
  );

  it('still finds the keyword off', () => {
    for (const text of ['off', 'Off please', 'off 20'])
      expect(matchOutcome(text)).toBe('doubtful stop');
  });

  it.each(['YES', 'Fine', 'no', '', '???', '👋', 'please', 'stp merci'])(
    'finds no keyword in %j',
    (text) => expect(matchKeyword(text)).toBeNull(),
  );

  it('ignores the signature and the text that it replies to', () => {
    for (const text of [
      'STOP - Sent from my iPhone',
      'Stop\n\nSent from Outlook for iOS',
      'stop\n--\nMaria Lopez\nAcme Realty',
      'Stop\n> Sale! Buy now and start saving.',
      'STOP\n\nOn Tue, Acme wrote:\nSale! Buy now.',
    ])
      expect(matchOutcome(text)).toBe('certain stop');
    expect(matchKeyword('Great, see you!\n> Reply STOP to opt out')).toBeNull();
  });

  it('is not a keyword of the sender if a phone only reacts to a text', () => {
    expect(matchKeyword('Liked “Sale! Reply STOP to end.”')).toBeNull();
    expect(matchKeyword('Loved "Text STOP"')).toBeNull();
  });
});

describe('each rule decides what its explanation says', () => {
  const examples: Record<KeywordRule, readonly [text: string, outcome: string]> = {
    keyword: ['Stop, please', 'certain stop'],
    own_keyword: ['BYEBYE', 'certain stop'],
    typo: ['sotp', 'certain stop'],
    emoji: ['🛑🛑', 'certain stop'],
    sentence: ['I already bought one. Stop', 'certain stop'],
    first_word: ["Stop I don't know you", 'certain stop'],
    last_word: ['Already voted stop', 'doubtful stop'],
    phrase: ['Kindly take me off your list', 'certain stop'],
    question: ['How do I get off this list?', 'doubtful stop'],
    other_person: ['Tell Mike to stop texting while driving', 'doubtful stop'],
    unsure_keyword: ['enough', 'doubtful stop'],
    complaint: ['These texts are annoying', 'doubtful stop'],
    insult: ['Oh shut up and go to hell', 'doubtful stop'],
    threat: ['I will report you to the FCC', 'doubtful stop'],
    wrong_number: ['You have the wrong number', 'doubtful stop'],
    two_signs: ['Wrong number. Remove', 'certain stop'],
    likely: ['I hate getting another text like this', 'doubtful stop'],
    unlikely: ['I want to stop getting hungry, see you at 7', 'doubtful stop'],
    contradiction: ['Start texting me again. Do not stop texting me. STOP', 'doubtful stop'],
  };

  it.each(Object.entries(examples))('%s', (rule, [text, outcome]) => {
    const match = matchKeyword(text, { stop: ['bye bye', 'byebye'], start: [], help: [] });
    expect(match).toMatchObject({ rule });
    expect(`${match!.certainty} ${match!.keyword}`).toBe(outcome);
    expect(match!.words).not.toBe('');
    expect(explainRule[match!.rule]).toMatch(/^[A-Z].+\.$/);
  });

  it('quotes the words of the text that it matched', () => {
    expect(matchKeyword('Hi! PLEASE take me off of your list. Thanks, Jo')!.words).toBe(
      'take me off of your list',
    );
  });
});

describe('a text of several words', () => {
  it.each([
    ...['please stop texting me', 'Do NOT text me again', 'no more texts please', 'lose my number'],
    ...['leave me alone', 'wrong number, take me off', 'I will report you, do not text me again'],
    ...['Can you please remove my number?', 'I want to unsubscribe', '🛑 texting me'],
    ...['no me envíen más mensajes', 'Denme de baja', 'quiero darme de baja', 'déjenme en paz'],
    ...["Arrêtez de m'envoyer des SMS", 'ne me contactez plus', 'je ne veux plus de messages'],
    ...['Bitte keine SMS mehr', 'Schreiben Sie mir nicht mehr', 'Lassen Sie mich in Ruhe'],
    ...['Non scrivetemi più', 'cancellatemi dalla lista', 'smettete di mandarmi messaggi'],
    ...['parem de me mandar mensagens', 'me tira da lista', 'não quero mais receber mensagens'],
    ...['Stuur mij geen berichten meer', 'meld me af', 'laat me met rust', 'STOP met sms’en'],
    ...['Leave. Me. Alone.', 'Remove me immediately', 'Ion want these texts no more'],
    ...[
      'I asked you to please not text me',
      'no thanks and take me off',
      'Feck off with the texts',
    ],
  ])('stops the messages: %j', (text) => expect(matchOutcome(text)).toBe('certain stop'));

  it.each([
    ...['stop by at 5?', 'Stop worrying', 'the bus stop', 'non-stop', 'nonstop', 'unstoppable'],
    ...['cancel my order', 'can I cancel my appointment', 'in the end', 'please end the call'],
    ...['quit smoking program?', 'start at 5?', 'the car does not start', 'start on Monday'],
    ...['I no longer need the appointment', 'remove my shoes', 'I will never get there'],
    ...['para mañana por favor', 'está en la planta baja', 'fin de journée', 'am Ende der Straße'],
    ...['Wo ist die Haltestelle?', 'la fine del mese', 'chega que horas?', 'Waar is de bushalte?'],
    ...['I need you to stop by the house', 'drop me a text when done', 'we are out of contacts'],
    ...['There are no more coupons left', 'get me out of the meeting', 'The sign said halt'],
    ...[
      'If I reply stop to it, what then?',
      "I don't want to be on hold",
      'Stopp mal, wo seid ihr?',
    ],
    ...['Pueden dejar el paquete', 'para enviar el pago'],
    ...['Pode parar na frente?', 'Merci de ne pas sonner', 'Je veux plus d’infos'],
    ...['Code kam nicht an, bitte nochmal schicken', 'Es kommen keine SMS mehr'],
    ...[
      'J’ai répondu stop par erreur',
      'Per ongeluk stop gestuurd',
      'N’arrêtez pas de m’envoyer ça',
    ],
    ...['Can you help me with my order?', 'I need more info on the blue sofa', 'Help! It leaks'],
    ...['constructor caller', '__proto__', 'toString valueOf'],
  ])('is harmless: %j', (text) => expect(matchKeyword(text)).toBeNull());

  it.each([
    ...["don't stop", "please don't stop sending these", "don't unsubscribe me", 'never stop'],
    ...["I didn't say stop", 'please do not remove me', "I can't stop laughing"],
    ...['No me den de baja', "N'arrêtez pas", 'Bitte nicht abmelden', 'Non cancellatemi'],
    ...['Não parem de mandar ofertas', 'Meld me niet af'],
  ])('asks for the opposite: %j', (text) => expect(matchKeyword(text)).toBeNull());

  it.each([
    ...[
      'No texts today?',
      'I want to unsubscribe my friend?',
      'Tell Mike to stop texting me',
      'She told him to stop texting her',
      'wrong number',
    ],
    ...[
      'How do I get off this list?',
      'Stop it, you make me blush',
      'not interested',
      'Go away, haha',
      'Stop! I meant Wednesday',
      'Ik krijg sinds maandag geen berichten meer',
      'ik wil me afmelden voor de les van morgen',
      'Sign me off',
      'Do not send me texts after 10 pm',
      'No me manden mensajes después de las 10',
      'me tira da lista de espera',
    ],
    ...['Kein Interesse', 'Numéro erroné, erreur de numéro', 'no me interesa', 'Falsche Nummer'],
  ])('is doubtful: %j', (text) => expect(matchOutcome(text)).toBe('doubtful stop'));

  it('restarts the messages only if it says so', () => {
    expect(matchOutcome('yes start again please')).toBe('certain start');
    expect(matchOutcome('Please start texting me again')).toBe('certain start');
    expect(matchOutcome('Yes')).toBeNull();
    expect(matchOutcome('resume')).toBe('doubtful start');
    expect(matchOutcome('Start?')).toBe('doubtful start');
    expect(matchOutcome('Put me back on the list')).toBe('certain start');
    expect(matchOutcome('Put me back in the 3pm slot')).toBe('doubtful start');
    expect(matchOutcome('Quiero recibir el mensaje otra vez')).toBe('doubtful start');
    expect(matchOutcome('Sign me up!')).toBe('doubtful start');
  });

  it('stops the messages if it also asks for help', () =>
    expect(matchOutcome('Help me unsubscribe me')).toBe('certain stop'));
});
