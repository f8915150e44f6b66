import type { Vocabulary } from '../vocabulary.ts';
import { harmless } from './harmless.ts';
import { signs } from './signs.ts';
import { wishes } from './wishes.ts';

export const english: Vocabulary = {
  keywords: {
    stop: 'stop, stp, opt out, stopall, stop all, end, cancel, quit, revoke, remove, exit, end all, make stop, make these stop, text stop, txt stop, reply stop, stop2end, stop2quit, stop for good, delete contact, remove contact, stopstop, stopstopstop, stopplease, pleasestop, stoptexting, stoptextingme, unsubscribeme, removeme, optmeout, leavemealone, st op, s top, sto p, stop stop, unsubscribe all, cancel all, leave list, stop it, stop this, quit it, go away, fk off, stfu, gtfo, fuck you, fuck u, fck off, fuk off, get lost, fuck off, piss off, f off, bugger off, buzz off, eff off, dnc, leave group, stahp, desist, cease, dont text, halt, replying stop, deactivate, unenroll, stop service, stop subscription, cease desist, dont contact, stop everything, stop those, stop these, stop that',
    start:
      'start, unstop, subscribe, resubscribe, optin, restart, opt back in, start again, start all, start messages, start texts, start text, start texting, start sms, start alerts, start sending',
    help: 'help, info, help info, help me, need help, i need help, information, text help, reply help',
  },
  unsure: {
    stop: 'spam, scam, block, blocked, reported, enough, no more, dont, detach, shut up, im done, i quit, stoop, im out, dont want, discontinue, dont send, dont need, want out, i want out, delete, terminate, disable, no interest, no further, 🚫, ⛔, 🖕, cancel subscription, cancel my subscription, end subscription, never again, knock it off, not me, cut it out, give it a rest, fu, f u, end it, end this, cancel this, cancel it, lol stop, go to hell, get a life, not my number, its not me, this isnt me, not a customer, remove all, withdraw, withdraw me, no consent, private number, off, mute me, dont text here, no spam, no means no, eat shit, drop dead, this is harassment, cancel me, mute, silence, stop asking',
    start: 'resume, join, sign up, continue, begin',
    help: 'more info, more information, halp',
  },
  words: {
    STOP: 'stop stopp stahp',
    HALT: 'quit cease halt desist discontinue refrain quitting stopping cut',
    CUT: 'end cancel discontinue disable deactivate terminate kill suspend ending canceling cancelling',
    LEAVE:
      'unsubscribe unsubscribed unsubscribing unsub unsubs optout disenroll unenroll unregister deregister unjoin stopall unsign unenrol disenrol desubscribe unsubscribeme delist',
    DROP: 'remove removed removing delete deleted deleting erase scrub exclude omit purge unlist untag comot',
    SEND: 'text texting textin txt txting tex texing send sending message messaging msg msging contact contacting calling email emailing notify notifying write writing ping pinging dm dming solicit soliciting texted contacted messaged reach sendin messagin contactin smsing textn reaching',
    PESTER:
      'bother bothering bug bugging harass harassing spam spamming annoy annoying pester pestering scam scamming disturb disturbing bombarding stalking asking begging hounding harrassing harrasing blasting blast interrupting waking hassling hassle soliciting askin buggin spammin botherin',
    GET: 'receive receiving get getting recieve recieving hear',
    MSG: 'texts text txt txts message messages msg msgs sms notifications notification alerts alert promos promo promotions ads ad marketing spam emails newsletters updates stuff crap shit bullshit junk garbage coupons reminders surveys advertising advertisements solicitations communications communication blasts newsletter mms offers deals smses broadcasts broadcast links',
    ME: 'me my us our mine',
    YOU: 'you u ya yall youre your ur yalls yous ye yere yer',
    NUM: 'number num nr phone cell cellphone mobile name info information data contact numero line details',
    LIST: 'list lists database system contacts mailing registry records distribution database chat thread mailinglist textlist',
    NOT: 'dont dnt never not no ion dun',
    NO: 'no zero nomore',
    CANT: 'cant cannot wont couldnt wouldnt shouldnt doesnt didnt isnt aint werent wasnt havent hasnt',
    MORE: 'more anymore any again further longer future additional else ever nomore agian agin anymor',
    AGAIN: 'again back more',
    WANT: 'want wanna wish need needed care consent prefer wants',
    INTEREST: 'interested interest intrested intersted intrest intrestd',
    THIRD:
      'he she they him her them his hers their friend wife husband ex boss guy mom dad people someone everyone somebody anyone who hes shes mike sister brother son daughter mother father doctor neighbor dog kid sisters hubby grandson granddaughter boyfriend girlfriend',
    WH: 'how what where when why which whats hows',
    MAY: 'can could would will may should do does did is',
    IF: 'if whether unless when',
    START: 'start resume restart continue begin starting',
    ANGER:
      'hate annoying annoyed ridiculous harassment nuisance intrusive unwanted unsolicited illegal fed creepy pissed relentless enough',
    POLITE:
      'please pls plz plse kindly thanks thank thx ty tks now immediately asap already ok okay hi hello hey yo sorry just bro dude man sir madam maam yes yeah yea yep nope nah regards right once today forever omfg ffs seriously guys cheers friend yall team bye plss plsss plese pleas 🖕 literally po abeg jare oga mate tnx thanx tysm ma respected dear humbly ji sirs feck deffo folks fellas lang na tho fr smh ong asseblief dankie',
    FILL: 'i the these those this that your ur you u all any of calls to with from a an for just please pls plz fucking fuckin damn goddamn freaking bloody stupid so really am is are be being been have has had do would id im automated promotional political unwanted random daily constant it and lol omg wtf more promo marketing spam no s kind tf but w yalls yall ye yous yere yer una em personal internal own lot bunch',
    AND: 'and or but because cause cuz bc i im id ive if this u you youre its your ur since thanks thank please pls or asap immediately again or who whoever anymore ever they',
    HARMLESS:
      'by at in on over off here there sign signs light lights watch loss worrying motion for near payment before after until when being and n',
  },
  groups: [...harmless, ...wishes, ...signs],
};
