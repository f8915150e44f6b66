/** The German translation of each phrase that the editor shows. */
export const german: Readonly<Record<string, string>> = {
  Account: 'Konto',
  Name: 'Name',
  'More options': 'Weitere Optionen',
  choice: 'Auswahl',
  working: 'in Arbeit',
  done: 'erledigt',
  'already sent': 'schon gesendet',
  'waiting for a reply': 'wartet auf Antwort',
  'reply received': 'Antwort erhalten',
  'no reply': 'keine Antwort',
  connecting: 'verbindet',
  listening: 'empfangsbereit',
  error: 'Fehler',
  Scheduled: 'Geplant',
  Queued: 'In der Warteschlange',
  Sent: 'Gesendet',
  Delivered: 'Zugestellt',
  Undelivered: 'Nicht zugestellt',
  Failed: 'Fehlgeschlagen',
  Expired: 'Abgelaufen',
  Unconfirmed: 'Unbestätigt',
  Canceled: 'Abgebrochen',
  Received: 'Empfangen',
  'Textloom account': 'Textloom-Konto',
  'Base URL': 'Basis-URL',
  'API Key': 'API-Schlüssel',
  'Public Address': 'Öffentliche Adresse',
  'incoming text': 'SMS empfangen',
  text: 'SMS',
  To: 'An',
  From: 'Von',
  Keywords: 'Schlüsselwörter',
  'Skip STOP, START and HELP': 'STOP, START und HELP auslassen',
  'Join Quick Texts': 'SMS zusammenfassen',
  'send text': 'SMS senden',
  accepted: 'angenommen',
  Text: 'Text',
  Reference: 'Referenz',
  'Deduplication Key': 'Schlüssel gegen Duplikate',
  'Insert Contact Fields': 'Kontaktfelder einsetzen',
  'Media URLs': 'Medien-URLs',
  'Send At': 'Sendezeitpunkt',
  'Time to Live': 'Gültigkeitsdauer',
  Purpose: 'Zweck',
  Encoding: 'Kodierung',
  'Smart Encoding': 'Zeichen ersetzen',
  Metadata: 'Metadaten',
  Notification: 'Benachrichtigung',
  'One-Time Password': 'Einmalpasswort',
  Marketing: 'Werbung',
  Alert: 'Alarm',
  Auto: 'Automatisch',
  'GSM-7': 'GSM-7',
  'UCS-2': 'UCS-2',
  'send and wait': 'SMS mit Antwort',
  reply: 'Antwort',
  'Time Limit in Minutes': 'Zeitlimit in Minuten',
  'delivery status': 'Zustellstatus',
  status: 'Status',
  Statuses: 'Status',
  'Include Automatic Replies': 'Automatische Antworten einschließen',
  contact: 'Kontakt',
  Operation: 'Vorgang',
  Phone: 'Telefonnummer',
  'First Name': 'Vorname',
  'Last Name': 'Nachname',
  Email: 'E-Mail',
  'External ID': 'Externe ID',
  Lists: 'Listen',
  Attributes: 'Attribute',
  'Time Zone': 'Zeitzone',
  Status: 'Status',
  'Consent Source': 'Quelle der Einwilligung',
  'Consent At': 'Zeitpunkt der Einwilligung',
  'Create or Update': 'Anlegen oder ändern',
  Find: 'Suchen',
  Delete: 'Löschen',
  Subscribed: 'Angemeldet',
  'Opted Out': 'Abgemeldet',
  Pending: 'Ausstehend',
  'contact opted out or in': 'Abmeldung oder Anmeldung',
  Changes: 'Änderungen',
  'Opted In': 'Angemeldet',
  'Holds the URL of a Textloom service and the API key of an account.':
    'Enthält die Adresse eines Textloom-Dienstes und den API-Schlüssel eines Kontos.',
  Inputs: 'Eingaben',
  Values: 'Werte',
  Properties: 'Eigenschaften',
  'The URL of the service, with the API version at the end.':
    'Die Adresse des Dienstes mit der API-Version am Ende.',
  'A key with the scope send. Create it in the console of the service, under API keys.':
    'Ein Schlüssel mit der Berechtigung send. Erstellen Sie ihn in der Konsole des Dienstes unter „API keys“.',
  'The address of the HTTP nodes of Node-RED, as the service reaches them. If settings.js sets httpNodeRoot, include it. If the address is empty, the service must run on the same machine. If Node-RED asks for a password on its HTTP nodes (httpNodeAuth), the service cannot reach it.':
    'Die Adresse, unter der der Dienst die HTTP-Nodes von Node-RED erreicht. Wenn settings.js einen httpNodeRoot setzt, gehört er dazu. Wenn die Adresse leer ist, muss der Dienst auf demselben Rechner laufen. Wenn Node-RED für seine HTTP-Nodes ein Passwort verlangt (httpNodeAuth), kann der Dienst sie nicht erreichen.',
  'Starts the flow when a text message comes in.': 'Startet den Flow, wenn eine SMS ankommt.',
  'Only texts to one of your numbers; to all of them if empty':
    'Nur SMS an eine Ihrer Nummern; wenn leer, an alle',
  'Only texts from one of these numbers; from any number if empty':
    'Nur SMS von einer dieser Nummern; wenn leer, von jeder Nummer',
  'Only texts that begin with one of these words (not case-sensitive); all texts if empty':
    'Nur SMS, die mit einem dieser Wörter beginnen (Groß- und Kleinschreibung ist egal); wenn leer, alle SMS',
  'Whether to leave out texts that the service handles itself, such as STOP':
    'Ob SMS ausgelassen werden, die der Dienst selbst bearbeitet, zum Beispiel STOP',
  'Seconds to wait for more texts from the same sender, from 1 to 60; they then arrive as one message; if empty, each text arrives on its own':
    'Sekunden, die der Dienst auf weitere SMS desselben Absenders wartet, von 1 bis 60; sie kommen dann als eine Nachricht an; wenn leer, kommt jede SMS einzeln an',
  Outputs: 'Ausgänge',
  'The text.': 'Der Text der SMS.',
  'The phone number of the sender. A send text node that follows replies to this number.':
    'Die Telefonnummer des Absenders. Ein nachfolgender Node „SMS senden“ antwortet an diese Nummer.',
  'The whole event, with its ID, its type, its time and the message.':
    'Das ganze Ereignis mit ID, Typ, Zeitpunkt und SMS.',
  Details: 'Details',
  'When you deploy the node, it subscribes to the events, and when you delete it, it ends the subscription. The service must reach Node-RED at the public address of the account.':
    'Beim Deploy abonniert der Node die Ereignisse, und beim Löschen beendet er das Abonnement. Der Dienst muss Node-RED unter der öffentlichen Adresse des Kontos erreichen.',
  'If Node-RED is not running, the service repeats a delivery for up to three days. The node skips events that it has already handled.':
    'Wenn Node-RED nicht läuft, wiederholt der Dienst die Zustellung bis zu drei Tage lang. Der Node überspringt Ereignisse, die er schon verarbeitet hat.',
  'Sends an SMS or MMS message to one recipient.': 'Sendet eine SMS oder MMS an einen Empfänger.',
  "Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country":
    'Telefonnummer des Empfängers, zum Beispiel +12025550123; ohne Ländervorwahl gehört sie zum Standardland des Kontos',
  'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty':
    'Text der SMS mit bis zu 1600 Zeichen; bis zu 737 mit Emojis oder den meisten nicht lateinischen Schriften; {{first_name|there}} fügt ein Feld des Kontakts ein oder, wenn das Feld leer ist, das Wort nach |',
  'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; merge fields that you type into the text are always replaced':
    'Ob Felder wie {{first_name}}, die von anderen Nodes kommen, durch Werte des Kontakts ersetzt werden; Felder, die Sie selbst in den Text schreiben, werden immer ersetzt',
  'Number or name to send from; if empty, the number that the recipient has just texted, or else the default number of the account; with a Deduplication Key, always the default number':
    'Nummer oder Name des Absenders; wenn leer, die Nummer, an die der Empfänger gerade geschrieben hat, sonst die Standardnummer des Kontos; mit „Schlüssel gegen Duplikate“ immer die Standardnummer',
  'Your own ID for the message, to find it later':
    'Ihre eigene ID für die SMS, um sie später zu finden',
  'ID of the record that the message is about; with the same key, a recipient gets only one message within 24 hours of the first request, even if the flow runs again':
    'ID des Datensatzes, um den es in der SMS geht; mit demselben Schlüssel bekommt ein Empfänger innerhalb von 24 Stunden nach der ersten Anfrage nur eine SMS, auch wenn der Flow noch einmal läuft',
  'Public https URLs of up to 10 pictures or other files, which make the message an MMS':
    'Öffentliche https-Adressen von bis zu 10 Bildern oder anderen Dateien, die die SMS zu einer MMS machen',
  'When to send, up to 35 days ahead; immediately if empty':
    'Wann die SMS gesendet wird, bis zu 35 Tage im Voraus; wenn leer, sofort',
  'Seconds until an unsent message expires':
    'Sekunden, nach denen eine nicht gesendete SMS verfällt',
  'Purpose of the message; sets its priority, and marketing messages respect quiet hours':
    'Zweck der SMS; er bestimmt ihren Vorrang, und Werbung hält die Ruhezeiten ein',
  'Character set; GSM-7 rejects characters that it does not contain':
    'Zeichensatz; GSM-7 lehnt Zeichen ab, die es nicht enthält',
  'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7':
    'Ob ähnliche Zeichen ersetzt werden, zum Beispiel typografische Anführungszeichen, um Segmente zu sparen. Ohne Wirkung, wenn der Text danach nicht in GSM-7 passt',
  'Your own names and values, stored with the message':
    'Ihre eigenen Namen und Werte, die mit der SMS gespeichert werden',
  'The message that the service accepted, with its ID and its status.':
    'Die SMS, die der Dienst angenommen hat, mit ID und Status.',
  'Whether the service already had this text, so that the node sent nothing.':
    'Ob der Dienst diese SMS schon hatte, sodass der Node nichts gesendet hat.',
  'By default, the node sends msg.payload to the phone number in msg.topic.':
    'Ohne andere Angaben sendet der Node msg.payload an die Telefonnummer in msg.topic.',
  'A time can be text such as 2026-02-01T09:30:00Z, a date, or the number of milliseconds since 1970 that an inject node sends as a timestamp.':
    'Ein Zeitpunkt kann Text wie 2026-02-01T09:30:00Z sein, ein Datum oder die Zahl der Millisekunden seit 1970, die ein Inject-Node als Zeitstempel sendet.',
  'The service accepts a text before it sends it. To follow what happens to it, use a delivery status node.':
    'Der Dienst nimmt eine SMS an, bevor er sie sendet. Was danach mit ihr geschieht, meldet ein Node „Zustellstatus“.',
  'The node sends each text once. If a flow repeats the same message (the same msg._msgid) with the same content, the service returns the text that it has already accepted. This also holds for a trigger node that resends a message, and for a function node that sends the same message again. To send it again on purpose, set another Deduplication Key.':
    'Der Node sendet jede SMS nur einmal. Wenn ein Flow dieselbe Nachricht (dieselbe msg._msgid) mit demselben Inhalt wiederholt, liefert der Dienst die SMS zurück, die er schon angenommen hat. Das gilt auch für einen Trigger-Node, der eine Nachricht wiederholt, und für einen Function-Node, der dieselbe Nachricht noch einmal sendet. Um sie absichtlich noch einmal zu senden, geben Sie einen anderen Schlüssel gegen Duplikate an.',
  'If the service refuses a request, the node sends no message, and Catch nodes get an error that says what to do. The node itself repeats requests that fail temporarily.':
    'Wenn der Dienst eine Anfrage ablehnt, gibt der Node keine Nachricht weiter, und Catch-Nodes erhalten einen Fehler, der sagt, was zu tun ist. Anfragen, die vorübergehend scheitern, wiederholt der Node selbst.',
  'Sends a text message and waits until the recipient replies.':
    'Sendet eine SMS und wartet, bis der Empfänger antwortet.',
  'How long to wait for the reply': 'Wie lange der Node auf die Antwort wartet',
  'The text of the reply.': 'Der Text der Antwort.',
  'The phone number of the recipient.': 'Die Telefonnummer des Empfängers.',
  'The reply as the service received it.': 'Die Antwort, wie der Dienst sie empfangen hat.',
  'The message that the node sent.': 'Die SMS, die der Node gesendet hat.',
  'Why there is no reply: timeout, opted_out if the recipient replied STOP, or the status of a text that did not arrive, such as undelivered.':
    'Warum es keine Antwort gibt: timeout, opted_out, wenn der Empfänger STOP geantwortet hat, oder der Status einer SMS, die nicht angekommen ist, zum Beispiel undelivered.',
  'By default, the node sends msg.payload to the phone number in msg.topic. It keeps all other properties of the message and sends them on with the reply.':
    'Ohne andere Angaben sendet der Node msg.payload an die Telefonnummer in msg.topic. Alle anderen Eigenschaften der Nachricht gibt er mit der Antwort weiter.',
  'The service reports the reply, so it must reach Node-RED at the public address of the account. Before its first text, the node checks that the service can reach it. A wait continues after a deployment and after a restart of Node-RED.':
    'Der Dienst meldet die Antwort und muss Node-RED deshalb unter der öffentlichen Adresse des Kontos erreichen. Vor seiner ersten SMS prüft der Node das. Nach einem Deploy und nach einem Neustart von Node-RED wartet er weiter.',
  'HELP and START do not end the wait, because the service itself handles them.':
    'HELP und START beenden das Warten nicht, weil der Dienst sie selbst bearbeitet.',
  'After a restart, the node knows the other properties of the message only if Node-RED stores its context in files (contextStorage in settings.js). Otherwise, it sends on only the properties above.':
    'Nach einem Neustart kennt der Node die anderen Eigenschaften der Nachricht nur, wenn Node-RED seinen Kontext in Dateien speichert (contextStorage in settings.js). Sonst gibt er nur die oben genannten Eigenschaften weiter.',
  'Starts the flow when the status of a sent message changes.':
    'Startet den Flow, wenn sich der Status einer gesendeten SMS ändert.',
  'Statuses that start the flow, once for each change':
    'Status, die den Flow starten, einmal bei jeder Änderung',
  'Only messages to one of these numbers; to any number if empty':
    'Nur SMS an eine dieser Nummern; wenn leer, an jede Nummer',
  'Only messages from one of your senders; from all of them if empty':
    'Nur SMS von einem Ihrer Absender; wenn leer, von allen',
  'Only messages with one of these purposes; any purpose if empty':
    'Nur SMS mit einem dieser Zwecke; wenn leer, mit jedem Zweck',
  'Whether the replies of the service to STOP, START and HELP start the flow too':
    'Ob auch die Antworten des Dienstes auf STOP, START und HELP den Flow starten',
  'The new status, such as delivered.': 'Der neue Status, zum Beispiel delivered.',
  'Creates, updates, finds or deletes a contact.':
    'Legt Kontakte an, ändert, sucht oder löscht sie.',
  'What to do with the contact': 'Was mit dem Kontakt geschieht',
  "Phone number of the contact, such as +12025550123; without a country code, it belongs to the account's default country":
    'Telefonnummer des Kontakts, zum Beispiel +12025550123; ohne Ländervorwahl gehört sie zum Standardland des Kontos',
  'Email address of the contact': 'E-Mail-Adresse des Kontakts',
  'ID of the contact in your own system': 'ID des Kontakts in Ihrem eigenen System',
  'IDs of lists to add the contact to': 'IDs der Listen, auf die der Kontakt kommt',
  'Your own names and values, stored with the contact':
    'Ihre eigenen Namen und Werte, die mit dem Kontakt gespeichert werden',
  'Time zone of the contact as an IANA name, for quiet hours':
    'Zeitzone des Kontakts als IANA-Name, für die Ruhezeiten',
  'Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out; if empty, a new contact is subscribed':
    'Ob Sie dem Kontakt SMS senden dürfen; um einen abgemeldeten Kontakt wieder anzumelden, geben Sie eine Einwilligung an, die neuer ist als die Abmeldung; wenn leer, ist ein neuer Kontakt angemeldet',
  'Where the contact agreed, such as the checkout form':
    'Wo der Kontakt eingewilligt hat, zum Beispiel im Bestellformular',
  'When the contact agreed; must not be in the future':
    'Wann der Kontakt eingewilligt hat; nicht in der Zukunft',
  'The contact. It is null if you delete the contact or if no contact has this number.':
    'Der Kontakt. Der Wert ist null, wenn Sie den Kontakt löschen oder wenn kein Kontakt diese Nummer hat.',
  'Adds a contact, or updates the given fields and attributes of the contact that has this phone number.':
    'Legt einen Kontakt an oder ändert die angegebenen Felder und Attribute des Kontakts mit dieser Telefonnummer.',
  'Deletes a contact; an opt-out of its number stays active.':
    'Löscht einen Kontakt; eine Abmeldung seiner Nummer bleibt wirksam.',
  'Starts the flow when a contact opts out of messages, confirms with YES, or opts in again.':
    'Startet den Flow, wenn ein Kontakt sich abmeldet, mit YES bestätigt oder sich wieder anmeldet.',
  'Changes that start the flow': 'Änderungen, die den Flow starten',
  'The change: opted_out or opted_in.': 'Die Änderung: opted_out oder opted_in.',
  'The phone number of the contact.': 'Die Telefonnummer des Kontakts.',
  'The whole event, with its ID, its type, its time and the contact. If the contact has confirmed with YES, msg.event.data.previous_status is pending. If an opt-out applies to one of your numbers only, msg.event.data.opted_out_numbers contains this number, and msg.event.data.status stays the same.':
    'Das ganze Ereignis mit ID, Typ, Zeitpunkt und Kontakt. Wenn der Kontakt mit YES bestätigt hat, ist msg.event.data.previous_status pending. Wenn eine Abmeldung nur für eine Ihrer Nummern gilt, enthält msg.event.data.opted_out_numbers diese Nummer, und msg.event.data.status bleibt gleich.',
};
