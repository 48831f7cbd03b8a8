import type * as portuguese from '../legal.ts'
import type { Translated } from '../translated.ts'
import { siteTexts } from './site.ts'

export const legalTexts: Translated<typeof portuguese.legalTexts> = {
  back: 'Back',
  pages: 'Other pages',
  accessibility: 'Accessibility',
  thirdParty: 'Third-party licences',
  responsible: 'Who is responsible for this site',
  nobody:
    'Nobody has been named yet: this address is for tests only. Do not use it with real data.',
  noContact: 'Whoever runs this site has not said yet where to send requests about data.',
  date: 'In force since 30 November 2026. This is a translation: the Portuguese text is the binding one.',
}

export const responsibleLine: typeof portuguese.responsibleLine = ({ name, cnpj }) => {
  const number = cnpj && `, CNPJ ${cnpj}`
  return `${name}${number}. They decide about your data (controller).`
}

export const CONTACT_LABELS: Translated<typeof portuguese.CONTACT_LABELS> = {
  contact: 'Write to us:',
  privacyContact: 'Data protection officer:',
}

export const TERMS: typeof portuguese.TERMS = {
  title: siteTexts.terms,
  intro: 'The house rules, in a few lines. By creating a profile, you agree to them.',
  sections: [
    {
      title: 'Who can use it',
      lines: [
        'Only people who are 18 or older. Anyone who looks underage can be reported and removed.',
        'There is no registration: your profile is for one bar and ends when you leave it.',
      ],
    },
    {
      title: 'How to get along',
      lines: [
        'Use your own photo and the name you want to be called by.',
        'Treat people with respect. People who do not answer owe nobody anything.',
        'Someone who has not answered gets at most three messages from you. Do not try to get around this.',
        'Don’t want to see someone any more? Block them: you disappear for each other, and nobody is told.',
        'Someone went too far? Report them. Need people near you? “I need help” tells the staff.',
        'Reporting in bad faith and calling for help as a joke break the rules too.',
        'Do not insult, threaten or stalk anybody, and do not sell anything. Do not send illegal content.',
      ],
    },
    {
      title: 'What the bar can do',
      lines: [
        'The bar’s staff see who is in it, receive calls for help and reports, and look after what happens there.',
        'Of your phone number only those who run the bar see anything, and only the last digits. To see the whole number they have to ask for it, and that is recorded.',
        'The staff can end your visit; the same device then cannot enter that bar for 16 hours. If you find it unfair, talk to them: it can be undone.',
        'The bar looks after the place; this site only carries the message. If nobody answers, go to the bar counter. In danger, call 190.',
      ],
    },
    {
      title: 'What we do not promise',
      lines: [
        'We do not check who is who. Meet people in busy places and trust your instinct.',
        'Blocks and removals hold for the device. Someone who changes devices can come back: tell the staff.',
        'The service is free for people in the bar, and it may be unavailable.',
      ],
    },
    {
      title: 'Changes and law',
      lines: [
        'If these rules change, the date at the top changes. What counts is the text of the day you created your profile.',
        'The law of Brazil applies, and nothing here takes away rights that it gives you as a consumer.',
      ],
    },
  ],
}

export const PRIVACY: typeof portuguese.PRIVACY = {
  title: siteTexts.privacy,
  intro: 'What we keep, where and for how long. It is little, and it goes when you leave.',
  sections: [
    {
      title: 'What we keep',
      lines: [
        'What you write in your profile: name, table, interest, photo and, if you like, phone number.',
        'The interest may say something about your sex life. That makes it sensitive data: it stays at “Everyone” until you change it, and people see it only if you turn that on.',
        'The messages you exchange and when you were last online.',
        'A code of the network you came from, against abuse: during the visit; for one hour if you enter with a phone number, for ten minutes if you get tonight’s code wrong, for 16 hours if you make a report.',
        'On your device, the keys that prove that the profile is yours, and what you have not sent yet. The device’s key is valid for up to 32 hours after you enter.',
        'If you turn notifications on, the address that your browser gives for them, until you leave or turn them off. A notification says who wrote, never what.',
        'On your device and with your profile, a mark without a name, for up to 48 hours. Every device has one; it only ties the next profile of the same device in that bar to limits, blocks and a removal.',
        'If you report or are reported: the reason, the account of it, both profiles with photos and, if the person who reports allows it, the last 50 messages between you.',
        'If you ask for help: the call, and what the staff answered.',
      ],
    },
    {
      title: 'What for, and on what legal basis',
      lines: [
        'Profile, photo, table and messages: to do what you asked for when you entered (LGPD, art. 7, V).',
        'Interest, phone number and notifications: only because you wanted it (art. 7, I; the interest, art. 11, I). You can change your mind at any time: about the first two in “Your profile”, about notifications in the browser.',
        'Limits, marks, blocks, removals and the record of what the staff do: to protect the people in the bar, which is a legitimate interest (art. 7, IX).',
        'Reports: so that the person who was harmed can exercise their rights (art. 7, VI; art. 11, II, “d”).',
        'Calls for help: to protect the life and the safety of the person who asks (art. 7, VII; art. 11, II, “e”).',
      ],
    },
    {
      title: 'Who sees what',
      lines: [
        'The people in the bar see your name, your table, your photo and whether you are online. Your interest, only if you allow it. Your phone number, never.',
        'The bar’s staff see who is in it. Of the phone number, only those who run the bar see the last digits; the whole number appears when one of them asks to see it, and that is recorded. Messages, no.',
        'In a report, the staff see the reason, the account of it, the names, the tables and the photo. Messages sent as proof are seen only by those who run the bar, and each reading is recorded.',
        'Each chat can be seen only by the two people who are part of it.',
      ],
    },
    {
      title: 'For how long',
      lines: [
        'When you leave the bar, we erase your profile, your photo and your chats, for both sides.',
        'If you do not leave, we erase them after 4 hours offline, and always within 16 hours of your entering.',
        'If the bar ends your visit, we keep the device’s mark for 16 hours, so that it does not come back the same night, and also your name, your table, the reason and the time, so that the staff can let you back in.',
        'When someone blocks someone, we keep the marks of both devices, both names and the time for 16 hours, or until the person unblocks, even after both have left. Only the person who blocked sees the list.',
        'A report, with what was shown or written, is erased after 90 days.',
        'A call for help stays in the bar’s room until it is resolved or your visit ends. The address for notifications goes with the visit.',
        'How many people came in each hour we keep for five weeks, as a number and with nothing about anybody.',
        'What the staff do, such as removing someone or seeing a phone number, stays on record for one year: who did it, what, where and when, and the reason for a removal. Of you only an identification number remains, without a name.',
        'Apart from reports, your profile and your chats are only in the bar’s room; the central database has no name, phone, photo or message of yours.',
        'For up to 30 days the platform could still restore an erased room, or the database as it was. We never do so with a room, and of the photo there is no other copy.',
        'We do not keep your network address (IP). If the law obliges whoever runs this site to keep access records, this page will say so.',
      ],
    },
    {
      title: 'Where and with whom',
      lines: [
        'Everything is at Cloudflare, which hosts the service, on servers outside Brazil (LGPD, art. 33).',
        'If you turn notifications on, they pass encrypted through your browser’s service (Google, Apple, Mozilla or Microsoft), which reads neither who wrote nor what.',
        'We do not sell your data or pass it on to anybody else. There are no ads and no tracking.',
      ],
    },
    {
      title: 'Your rights',
      lines: [
        'In “Your profile” you see and change your data, turn off what you had turned on, and download your profile, conversations, blocks and call for help.',
        'The reports you made are not in that file. Ask the contact above, with the bar, the day and the time.',
        'With “Leave Bar” you erase everything at once, and we show how much was erased.',
        'The law (LGPD, art. 18) also gives you the right to know whether we process your data and whom we share it with, to correct it, erase it and take it with you, and to withdraw consent. Ask the contact above, free of charge.',
        'After you leave there is no registration and no name to look for. If it is about a report, tell us the bar, the day and the time.',
        'If the answer is not enough, you can complain to the ANPD, Brazil’s data protection authority (gov.br/anpd).',
      ],
    },
  ],
}

export const ACCESSIBILITY: typeof portuguese.ACCESSIBILITY = {
  title: legalTexts.accessibility,
  intro: 'What we did so that everybody can use this, what we tested, and what not yet.',
  sections: [
    {
      title: 'What we aim for',
      lines: [
        'To follow WCAG 2.2, level AA. The Brazilian Inclusion Law (Law 13.146/2015, art. 63) asks for accessible sites.',
        'This is our own assessment. Nobody from outside has checked it yet.',
      ],
    },
    {
      title: 'What we tested',
      lines: [
        'Each screen in almost all its states, in light and dark, on a phone and on a computer, with the automatic rules of axe for levels A and AA.',
        'Text at twice its size and screens 320 pixels wide: nothing disappears and nothing is cut off.',
        'Contrast of every text colour, targets of 44 pixels, visible focus and use with the keyboard alone.',
        'People who ask for less motion on their device see no animations.',
        'New messages and notifications are marked for screen readers.',
        'All in Chromium. The whole evening, from entering to leaving, in Firefox and in WebKit too, the engine of Safari.',
      ],
    },
    {
      title: 'What we have not tested yet',
      lines: [
        'With people with disabilities, and with real screen readers such as TalkBack, VoiceOver and NVDA.',
        'With voice control, the system’s magnifier and switches.',
        'Automatic rules find only a part of the problems.',
      ],
    },
    {
      title: 'What we know is missing',
      lines: [
        'People’s photos have no description: name, table and interest are written beside them.',
        'Reading the QR Code takes a camera. The bar ID, which can be typed, leads to the same place.',
        'There is no version in Libras, Brazilian sign language.',
      ],
    },
    {
      title: 'Does something not work for you?',
      lines: [
        'Tell us what happened, on which screen and with which device. The bar’s staff help too.',
      ],
    },
  ],
}
