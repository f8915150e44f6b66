// Texts every subscribed contact of a list: node announce.mjs lst_… 'We open at 9'
import { paginate, sendMany, Textloom, TextloomError } from 'textloom';

const [list, text] = process.argv.slice(2);
if (!list || !text) {
  console.error("Give the ID of a list and a text: node announce.mjs lst_… 'We open at 9'");
  process.exit(1);
}

const textloom = new Textloom({
  apiKey: process.env.TEXTLOOM_API_KEY,
  baseUrl: process.env.TEXTLOOM_URL,
});

const messages = [];
for await (const { id } of paginate(textloom.contacts.list, {
  list_id: list,
  status: 'subscribed',
})) {
  // With this key, nobody gets the text twice if you run the program again within 24 hours.
  messages.push({ contact_id: id, text, idempotency_key: `${list}-${id}-opening` });
}

const results = await sendMany(textloom, messages);
results.forEach((result, index) => {
  const { contact_id } = messages[index];
  console.log(contact_id, result instanceof TextloomError ? result.message : result.status);
});
