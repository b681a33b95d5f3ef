package io.pfs.server.cli;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;

/** Pictures that nobody took: the same ones each time, each in three forms. */
final class Photos {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;
    private static final int MEDIUM = 2;
    private static final int THUMB = 8;
    private static final int SHAPES = 60;
    /** What a photo is stored as: the picture in three sizes, and what it is called. */
    static final int FORMS = 4;

    private Photos() {}

    /** One picture: the original, and two smaller ones. */
    record Photo(String name, String caption, byte[] original, byte[] medium, byte[] thumb) {
        byte[] captionBytes() {
            return caption.getBytes(StandardCharsets.UTF_8);
        }

        List<byte[]> forms() {
            return List.of(original, medium, thumb, captionBytes());
        }
    }

    static String name(int number) {
        return "IMG_%05d.jpg".formatted(number);
    }

    static String caption(int number) {
        return "Picture %d, drawn by the quickstart".formatted(number);
    }

    static Photo photo(int number) {
        BufferedImage original = draw(new Random(number));
        return new Photo(
                name(number),
                caption(number),
                jpeg(original),
                jpeg(scaled(original, MEDIUM)),
                jpeg(scaled(original, THUMB)));
    }

    private static BufferedImage draw(Random random) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        for (int shape = 0; shape < SHAPES; shape++) {
            pen.setColor(new Color(random.nextInt(256), random.nextInt(256), random.nextInt(256)));
            int size = 20 + random.nextInt(WIDTH / 2 / (1 + shape / 4));
            pen.fillOval(random.nextInt(WIDTH) - size / 2, random.nextInt(HEIGHT) - size / 2, size, size);
        }
        pen.dispose();
        return image;
    }

    private static BufferedImage scaled(BufferedImage image, int by) {
        BufferedImage small = new BufferedImage(WIDTH / by, HEIGHT / by, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = small.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.drawImage(image, 0, 0, WIDTH / by, HEIGHT / by, null);
        pen.dispose();
        return small;
    }

    private static byte[] jpeg(BufferedImage image) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        try {
            ImageIO.write(image, "jpeg", out);
        } catch (IOException e) {
            throw new UncheckedIOException("a picture could not be written to memory", e);
        }
        return out.toByteArray();
    }
}
