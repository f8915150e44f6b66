// Sends a message and waits until its status is final. Compile it with tsc, or run it with Node.js 24.
import { setTimeout as sleep } from 'node:timers/promises';
import { Textloom, type Message } from 'textloom';

const textloom = new Textloom({
  apiKey: process.env.TEXTLOOM_API_KEY,
  baseUrl: process.env.TEXTLOOM_URL,
});

async function follow(message: Message): Promise<Message> {
  console.log(message.status);
  if (message.final_at !== null) return message;
  await sleep(500);
  return follow(await textloom.messages.get(message.id));
}

const [to = '', text = ''] = process.argv.slice(2);
const { error } = await follow(await textloom.messages.send({ to, text }));
if (error) console.error(error.message);
