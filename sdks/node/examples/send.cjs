// Sends one message, in CommonJS: node send.cjs +12025550123 'Hello from Textloom'
const { Textloom, TextloomError } = require('textloom');

const textloom = new Textloom({
  apiKey: process.env.TEXTLOOM_API_KEY,
  baseUrl: process.env.TEXTLOOM_URL,
});

async function main() {
  const [to, text] = process.argv.slice(2);
  const { id, status } = await textloom.messages.send({ to, text });
  console.log(id, status);
}

main().catch((error) => {
  if (!(error instanceof TextloomError)) throw error;
  console.error(error.message);
  // The message of some errors already says what to do next.
  if (!error.message.includes(error.remedy)) console.error(error.remedy);
  process.exitCode = 1;
});
