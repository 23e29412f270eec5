/** Emoji by the names that are typed between colons, as GitHub and Slack have them: those that documentation uses most. */

const list =
  "smile 😄|smiley 😃|grinning 😀|grin 😁|laughing 😆|joy 😂|slightly_smiling_face 🙂|wink 😉|blush 😊|innocent 😇|" +
  "heart_eyes 😍|kissing_heart 😘|yum 😋|sunglasses 😎|nerd_face 🤓|thinking 🤔|neutral_face 😐|expressionless 😑|" +
  "unamused 😒|roll_eyes 🙄|relieved 😌|pensive 😔|sleepy 😪|sleeping 😴|mask 😷|exploding_head 🤯|partying_face 🥳|" +
  "confused 😕|worried 😟|open_mouth 😮|astonished 😲|flushed 😳|cry 😢|sob 😭|scream 😱|disappointed 😞|sweat 😓|" +
  "tired_face 😫|triumph 😤|rage 😡|angry 😠|skull 💀|ghost 👻|alien 👽|robot 🤖|wave 👋|raised_hand ✋|ok_hand 👌|v ✌️|" +
  "crossed_fingers 🤞|point_left 👈|point_right 👉|point_up ☝️|point_down 👇|+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|" +
  "fist ✊|clap 👏|raised_hands 🙌|handshake 🤝|pray 🙏|muscle 💪|writing_hand ✍️|eyes 👀|eye 👁️|brain 🧠|heart ❤️|" +
  "orange_heart 🧡|yellow_heart 💛|green_heart 💚|blue_heart 💙|purple_heart 💜|broken_heart 💔|sparkling_heart 💖|" +
  "100 💯|boom 💥|sparkles ✨|star ⭐|star2 🌟|zap ⚡|fire 🔥|rainbow 🌈|sunny ☀️|cloud ☁️|snowflake ❄️|umbrella ☔|" +
  "ocean 🌊|droplet 💧|earth_africa 🌍|moon 🌙|dog 🐶|cat 🐱|fox_face 🦊|bear 🐻|panda_face 🐼|unicorn 🦄|bee 🐝|bug 🐛|" +
  "butterfly 🦋|snail 🐌|turtle 🐢|octopus 🐙|whale 🐳|dolphin 🐬|penguin 🐧|owl 🦉|snake 🐍|crab 🦀|seedling 🌱|" +
  "evergreen_tree 🌲|palm_tree 🌴|cactus 🌵|four_leaf_clover 🍀|rose 🌹|sunflower 🌻|apple 🍎|lemon 🍋|banana 🍌|" +
  "watermelon 🍉|strawberry 🍓|avocado 🥑|pizza 🍕|hamburger 🍔|cake 🍰|birthday 🎂|cookie 🍪|coffee ☕|tea 🍵|beer 🍺|" +
  "beers 🍻|wine_glass 🍷|champagne 🍾|tada 🎉|confetti_ball 🎊|balloon 🎈|gift 🎁|trophy 🏆|medal_sports 🏅|soccer ⚽|" +
  "basketball 🏀|dart 🎯|video_game 🎮|game_die 🎲|art 🎨|musical_note 🎵|headphones 🎧|guitar 🎸|camera 📷|" +
  "movie_camera 🎥|tv 📺|iphone 📱|computer 💻|keyboard ⌨️|desktop_computer 🖥️|printer 🖨️|floppy_disk 💾|cd 💿|" +
  "battery 🔋|electric_plug 🔌|bulb 💡|flashlight 🔦|candle 🕯️|moneybag 💰|dollar 💵|credit_card 💳|gem 💎|hammer 🔨|" +
  "wrench 🔧|hammer_and_wrench 🛠️|nut_and_bolt 🔩|gear ⚙️|toolbox 🧰|magnet 🧲|test_tube 🧪|microscope 🔬|" +
  "telescope 🔭|satellite 📡|pill 💊|door 🚪|key 🔑|lock 🔒|unlock 🔓|shield 🛡️|bell 🔔|no_bell 🔕|loudspeaker 📢|" +
  "mega 📣|speech_balloon 💬|thought_balloon 💭|email 📧|envelope ✉️|inbox_tray 📥|outbox_tray 📤|package 📦|" +
  "label 🏷️|mailbox 📫|pencil 📝|memo 📝|pencil2 ✏️|books 📚|book 📖|open_book 📖|notebook 📓|newspaper 📰|scroll 📜|" +
  "page_facing_up 📄|bookmark 🔖|link 🔗|paperclip 📎|pushpin 📌|round_pushpin 📍|scissors ✂️|file_folder 📁|" +
  "open_file_folder 📂|calendar 📅|date 📅|clipboard 📋|chart 📈|chart_with_upwards_trend 📈|" +
  "chart_with_downwards_trend 📉|bar_chart 📊|mag 🔍|mag_right 🔎|hourglass ⌛|watch ⌚|alarm_clock ⏰|stopwatch ⏱️|" +
  "rocket 🚀|airplane ✈️|car 🚗|bus 🚌|train 🚆|bike 🚲|ship 🚢|construction 🚧|vertical_traffic_light 🚦|" +
  "world_map 🗺️|house 🏠|office 🏢|factory 🏭|hospital 🏥|school 🏫|bank 🏦|white_check_mark ✅|heavy_check_mark ✔️|" +
  "ballot_box_with_check ☑️|x ❌|heavy_plus_sign ➕|heavy_minus_sign ➖|question ❓|exclamation ❗|bangbang ‼️|" +
  "warning ⚠️|no_entry ⛔|no_entry_sign 🚫|stop_sign 🛑|information_source ℹ️|recycle ♻️|infinity ♾️|" +
  "arrow_right ➡️|arrow_left ⬅️|arrow_up ⬆️|arrow_down ⬇️|arrows_counterclockwise 🔄|repeat 🔁|play_button ▶️|" +
  "pause_button ⏸️|new 🆕|free 🆓|up 🆙|cool 🆒|ok 🆗|sos 🆘|red_circle 🔴|orange_circle 🟠|yellow_circle 🟡|" +
  "green_circle 🟢|large_blue_circle 🔵|purple_circle 🟣|black_circle ⚫|white_circle ⚪|checkered_flag 🏁|" +
  "triangular_flag_on_post 🚩|white_flag 🏳️|rainbow_flag 🏳️‍🌈|technologist 🧑‍💻|woman_technologist 👩‍💻|" +
  "man_technologist 👨‍💻|busts_in_silhouette 👥|bust_in_silhouette 👤|detective 🕵️|construction_worker 👷|mage 🧙|" +
  "superhero 🦸|shrug 🤷|facepalm 🤦|raising_hand 🙋|dancer 💃|runner 🏃|walking 🚶"

/** Emoji and their names, in the order of a picker. */
export const emojis: ReadonlyArray<{ readonly name: string; readonly emoji: string }> = list.split("|").map((entry) => {
  const [name, emoji] = entry.split(" ")
  return { name: name!, emoji: emoji! }
})

const byName = new Map(emojis.map(({ emoji, name }) => [name, emoji]))

export const emojiNamed = (name: string): string | undefined => byName.get(name)

/** Emoji whose names have a word in them. */
export const findEmojis = (word: string): typeof emojis => {
  const wanted = word.toLowerCase().trim().replaceAll(" ", "_")
  return emojis.filter(({ name }) => name.includes(wanted))
}
