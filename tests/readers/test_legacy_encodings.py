"""Text that is not Unicode is read in the encoding that it is in, and Western text as before."""

import time

import polars as pl
import pytest

from likewise.finder import Finder
from likewise.readers import read
from likewise.readers.encoding import decode, detect_encoding
from likewise.readers.legacy_encodings import NAMES, detect_legacy_encoding

OTHERS = [
    ("cp1251", "Красное вино стоит на столе, а рядом лежит свежий хлеб. Каждое утро мы пьём чай и читаем газету."),
    ("cp1251", "Червоне вино стоїть на столі, а поруч лежить свіжий хліб. Щоранку ми п'ємо чай."),
    ("cp1251", "Червеното вино е на масата, а до него има пресен хляб и сирене. Всяка сутрин пием чай."),
    ("koi8_r", "Красное вино стоит на столе, а рядом лежит свежий хлеб. Каждое утро мы пьём чай и читаем газету."),
    ("cp1250", "Czerwone wino stoi na stole, obok leży świeży chleb. Każdego ranka pijemy herbatę; łódź płynie dalej."),
    ("cp1250", "Červené víno stojí na stole a vedle něj leží čerstvý chléb. Každé ráno čteme noviny a pijeme čaj."),
    ("cp1250", "Červené víno stojí na stole, vedľa neho je čerstvý chlieb. Každé ráno čítame noviny."),
    ("cp1250", "A vörösbor az asztalon áll, mellette friss kenyér. Őszi reggel hűvös időben szőlőt eszünk."),
    ("cp1250", "Vinul roşu este pe masă, lângă pâinea proaspătă şi brânză. Bem ceai în fiecare dimineaţă."),
    (
        "cp1250",
        "Crno vino stoji na stolu, a pokraj njega svježi kruh. Svako jutro pijemo čaj. Što još želiš, vruću kašu?",
    ),
    ("cp1254", "Kırmızı şarap masanın üzerinde, yanında taze ekmek ve peynir. Her sabah çay içip gazete okuyoruz."),
    ("cp1253", "Το κόκκινο κρασί είναι στο τραπέζι και δίπλα υπάρχει φρέσκο ψωμί."),
    ("cp932", "赤ワインがテーブルの上にあります。毎朝お茶を飲みながら新聞を読みます。"),
    ("cp932", "ビール、コーヒー、ワイン、パン、チーズ"),
    ("euc_jp", "赤ワインがテーブルの上にあります。毎朝お茶を飲みながら新聞を読みます。"),
    ("gb18030", "红葡萄酒放在桌子上,旁边有新鲜的面包和奶酪。我们每天早上喝茶看报纸。"),
    ("gb18030", "红葡萄酒和绿茶"),
    ("big5hkscs", "紅葡萄酒放在桌子上,旁邊有新鮮的麵包和乳酪。我們每天早上喝茶看報紙。"),
    ("cp949", "붉은 포도주가 식탁 위에 있습니다. 매일 아침 차를 마시며 신문을 읽습니다."),
]
WESTERN = [
    "Der Rotwein steht auf dem Tisch, daneben liegen frisches Brot und Käse. Schöne Grüße für fünf Gäste – täglich.",
    "Le vin rouge est posé sur la table, à côté du fromage. Nous buvons du thé chaque matin « près de la fenêtre ».",
    "ÉTÉ, NOËL, ÉCOLE, ÎLE, ÊTRE, ÉLÈVE, ÉPÉE",
    "El vino tinto está en la mesa, mañana beberemos té con el niño. ¿Dónde está el pan, señor? ¡Aquí!",
    "O vinho tinto está na mesa; amanhã não beberemos chá com pão, só água. As canções são ótimas.",
    "Il vino è sul tavolo, perché così è più buono; la città è già là, però non c'è il tè.",
    "Rödvinet står på bordet, bredvid ligger färskt bröd. Vi dricker te varje dag på ön.",
    "Rødvinen står på bordet, ved siden af ligger frisk brød. Vi drikker te på øen hver dag, kære.",
    "Rauðvínið stendur á borðinu við hliðina á nýju brauði. Við drekkum te á hverjum morgni þegar við lesum blaðið.",
    "Punaviini on pöydällä, vieressä on tuoretta leipää ja juustoa. Juomme teetä joka päivä.",
    "“The wine wasn’t red” – it was ‘white’, said the waiter… It costs £5, or €6, at 5–6 °C, not £7 or £8 or £9.",
    "café “café”",
]


@pytest.mark.parametrize("repeats", [1, 3, 30])
@pytest.mark.parametrize(("encoding", "text"), OTHERS, ids=[f"{encoding} {text[:9]}" for encoding, text in OTHERS])
def test_text_in_an_old_encoding_is_read_rightly(encoding, text, repeats):
    document = "\n".join([text] * repeats)
    decoded, notes = decode(document.encode(encoding), "a.txt")
    assert decoded == document
    assert notes == [f"not UTF-8, so read as {NAMES[encoding]}"]


@pytest.mark.parametrize("repeats", [1, 3, 30])
@pytest.mark.parametrize("text", WESTERN, ids=[text[:9] for text in WESTERN])
def test_western_text_is_read_as_before(text, repeats):
    document = "\n".join([text] * repeats)
    assert decode(document.encode("cp1252"), "a.txt") == (document, ["not UTF-8, so read as Windows-1252"])


MAC = [text for text in WESTERN if "ð" not in text and text != text.upper()]


@pytest.mark.parametrize("repeats", [3, 30])
@pytest.mark.parametrize("text", MAC, ids=[text[:9] for text in MAC])
def test_western_text_of_a_mac_is_read_rightly(text, repeats):
    document = "\n".join([text] * repeats)
    assert decode(document.encode("mac_roman"), "a.txt") == (document, ["not UTF-8, so read as Mac Roman"])


@pytest.mark.parametrize(
    "text",
    [
        "Smith‡ and Jones† met Lee‡, May‡ and Ray‡; the patients’ and the doctor’s – or nurse’s – views…",
        "Rates of 5‰, ‹in brackets› and Œdipus; ŠKODA, ŽIŽEK and ISAŸE say so, as do Šárka, Žan and Žofie.",
        "Slavoj Žižek, Ana Šimić, Miloš Šarić and Žarko Œuvray wrote on wine, and on wine‡ again; so did Ÿ.",
    ],
)
@pytest.mark.parametrize("encoding", ["cp1252", "cp1250"])
def test_signs_and_capital_letters_of_windows_are_not_taken_for_letters_of_a_mac(text, encoding):
    data = "\n".join([text] * 30).encode(encoding, "ignore")
    assert detect_encoding(data) in ("cp1252", "cp1250")


def test_a_few_letters_far_down_in_a_long_table_of_a_mac_are_read(tmp_path):
    rows = [f"{row},Wine at 5 °C ± 1 of the year {row}" for row in range(3_000)]
    rows[2_000:2_003] = ["a,Müllers Käse", "b,Le café d’été", "c,Señora"]
    (tmp_path / "pile.csv").write_bytes("\r".join(["id,text", *rows]).encode("mac_roman"))
    pile = read(tmp_path / "pile.csv")
    assert pile.text.to_list() == [row.partition(",")[2] for row in rows]
    assert pile.notes == ("pile.csv: not UTF-8, so read as Mac Roman",)


@pytest.mark.parametrize("text", [text for _, text in OTHERS] + WESTERN, ids=range(len(OTHERS) + len(WESTERN)))
def test_valid_utf_8_is_never_taken_for_anything_else(text):
    assert detect_encoding((text * 50).encode()) == "utf-8"


@pytest.mark.parametrize("encoding", ["cp1251", "cp932", "gb18030"])
def test_english_columns_do_not_hide_the_encoding_of_others(encoding):
    text = dict(OTHERS)[encoding]
    lines = [f"{number},an English abstract about wine and cheese,{text}" for number in range(200)]
    document = "\n".join(["id,abstract,title", *["1,plain,plain"] * 5_000, *lines])
    assert decode(document.encode(encoding), "a.csv")[0] == document


def test_a_few_damaged_bytes_do_not_change_the_encoding():
    text = OTHERS[12][1] * 200
    data = bytearray(text.encode("cp932"))
    data[500:502] = b"\x81 "
    decoded, notes = decode(bytes(data), "a.txt")
    assert "\ufffd" in decoded
    assert decoded.startswith(text[:100])
    assert notes[1].startswith("damaged Shift JIS")


def test_a_large_file_takes_no_longer_than_decoding_it():
    data = b"id,text\n" + b"an English line about wine\n" * 1_500_000 + (OTHERS[0][1] + "\n").encode("cp1251") * 100_000
    start = time.perf_counter()
    assert detect_legacy_encoding(data) == "cp1251"
    assert detect_legacy_encoding(b"\xe9" + b"x" * 20_000_000) == "cp1252"
    assert detect_legacy_encoding("红葡萄酒".encode("gb18030") * 2_000_000) == "gb18030"
    assert time.perf_counter() - start < 5.0


def test_a_table_in_windows_1251_is_read_and_counted(tmp_path):
    wine = [f"Красное вино из винограда урожая {year} года, бочка и пробка" for year in range(1990, 2010)]
    tea = [f"Зелёный чай с мятой и мёдом, чашка номер {number}" for number in range(40)]
    rows = [f"{number};{text}" for number, text in enumerate(wine + tea)]
    path = tmp_path / "pile.csv"
    path.write_bytes("\n".join(["id;text", *rows]).encode("cp1251"))
    pile = read(path)
    assert pile.text.to_list() == wine + tea
    assert "pile.csv: not UTF-8, so read as Windows-1251 (Cyrillic)" in pile.notes
    result = Finder(language="russian").find(["Белое вино из винограда, бочка", "Вино, виноград и пробка"], path)
    first = result.table.sort("rank").head(20).join(pl.DataFrame({"id": pile.ids, "row": range(60)}), on="id")
    assert sum(row < 20 for row in first["row"]) >= 18
